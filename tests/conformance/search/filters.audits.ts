import assert from 'node:assert/strict';
import { assertSameIds, indexAudit } from './target.ts';

/** Values with a dash, a space, a colon and quotes: each filter parameter parses them differently. */
const FIXTURE = {
  settings: {
    attributesForFaceting: ['color', 'category', 'count', 'label', 'provider', 'filterOnly(secret)'],
  },
  records: [
    { objectID: '1', color: 'red', category: 'shirt', count: 10, label: '-Movie', _tags: ['featured'] },
    { objectID: '2', color: 'blue', category: 'shirt', count: -12, label: 'Movie', _tags: ['-x'] },
    { objectID: '3', color: 'red', category: 'pants', count: 5, size: 1.5, secret: 'yes' },
    { objectID: '4', color: 'green', category: 'pants', count: 7, _tags: ['x'], flags: true },
    { objectID: '5', color: 'navy blue', category: 'shirt', count: 3, provider: 'NBC: Universal "East"' },
  ],
};
const ALL = ['1', '2', '3', '4', '5'];

type Params = Record<string, unknown>;

const RESULT_CASES: [id: string, name: string, params: Params, expected: string[]][] = [
  [
    '090',
    'reads a third array of facetFilters as part of its OR',
    { facetFilters: [['color:green', ['color:navy blue', 'color:blue']], 'category:shirt'] },
    ['2', '5'],
  ],
  ['001', 'combines conditions with AND', { filters: 'color:red AND category:shirt' }, ['1']],
  ['002', 'accepts parentheses around ANDs', { filters: '(color:red AND category:shirt)' }, ['1']],
  [
    '003',
    'combines negations with OR',
    { filters: 'NOT color:red OR NOT category:shirt' },
    ['2', '3', '4', '5'],
  ],
  [
    '004',
    'combines a condition and a negation with OR',
    { filters: 'color:red OR NOT category:shirt' },
    ['1', '3', '4'],
  ],
  [
    '005',
    'binds OR tighter than AND',
    { filters: 'category:pants AND color:red OR color:green' },
    ['3', '4'],
  ],
  ['006', 'includes both ends of a range', { filters: 'count:3 TO 7' }, ['3', '4', '5']],
  ['007', 'negates a range', { filters: 'NOT count:0 TO 9' }, ['1', '2']],
  ['008', 'compares numbers', { filters: 'count >= 7 AND count != 10' }, ['4']],
  ['009', 'compares fractions', { filters: 'size > 1.4 AND size < 1.6' }, ['3']],
  ['010', 'reads a dash as part of a value in filters', { filters: 'label:-Movie' }, ['1']],
  ['011', 'accepts quoted values', { filters: 'color:"navy blue"' }, ['5']],
  ['012', 'unescapes quotes in quoted values', { filters: 'provider:"NBC: Universal \\"East\\""' }, ['5']],
  ['013', 'filters by tags, named or bare', { filters: '_tags:featured OR x' }, ['1', '4']],
  ['014', 'compares facet values case-insensitively', { filters: 'color:RED' }, ['1', '3']],
  ['015', 'compares attribute names case-sensitively', { filters: 'Color:red' }, []],
  ['016', 'finds nothing for an attribute that is no facet', { filters: 'flags:true' }, []],
  ['017', 'excludes nothing for a negated attribute that is no facet', { filters: 'NOT flags:true' }, ALL],
  [
    '018',
    'filters by objectID in every index',
    { filters: 'NOT objectID:1 AND NOT objectID:2' },
    ['3', '4', '5'],
  ],
  ['019', 'filters by a filterOnly facet', { filters: 'secret:yes' }, ['3']],
  [
    '020',
    'reads an inner array of facetFilters as OR',
    { facetFilters: [['color:red', 'color:green'], 'category:pants'] },
    ['3', '4'],
  ],
  [
    '021',
    'reads a dash before a facetFilters value as NOT',
    { facetFilters: ['color:-red'] },
    ['2', '4', '5'],
  ],
  ['022', 'takes an escaped dash in facetFilters literally', { facetFilters: ['label:\\-Movie'] }, ['1']],
  [
    '023',
    'reads two dashes in facetFilters as NOT of a value with a dash',
    { facetFilters: ['label:--Movie'] },
    ['2', '3', '4', '5'],
  ],
  [
    '024',
    'splits facetFilters at the first colon',
    { facetFilters: ['provider:NBC: Universal "East"'] },
    ['5'],
  ],
  ['025', 'takes quotes around both halves of facetFilters', { facetFilters: ['"color":"red"'] }, ['1', '3']],
  [
    '026',
    'reads the dash inside quotes of facetFilters as NOT',
    { facetFilters: ['"color":"-red"'] },
    ['2', '4', '5'],
  ],
  ['027', 'finds a number by facetFilters', { facetFilters: ['count:10'] }, ['1']],
  [
    '028',
    'reads numericFilters with comparisons and ranges',
    { numericFilters: [['count:0 TO 4', 'count=10'], 'count!=3'] },
    ['1'],
  ],
  ['029', 'reads tagFilters with dashes', { tagFilters: ['-x'] }, ['1', '2', '3', '5']],
  ['030', 'reads an escaped dash in tagFilters literally', { tagFilters: [['\\-x']] }, ['2']],
  [
    '031',
    'combines all filter parameters with AND',
    { filters: 'color:red OR color:blue', facetFilters: ['category:shirt'], numericFilters: ['count>0'] },
    ['1'],
  ],
  ['032', 'finds everything with an empty filter', { filters: '' }, ALL],
  ['033', 'never drops records for optionalFilters', { optionalFilters: ['color:red'] }, ALL],
];

const REJECTION_CASES: [id: string, name: string, filters: string, expected: RegExp][] = [
  ['040', 'rejects a negated group', 'NOT (color:red OR color:blue)', /Unexpected token '\('/],
  [
    '041',
    'rejects ANDs inside an OR',
    'color:green OR (color:red AND category:shirt)',
    /only \(X OR Y\) AND Z is allowed/,
  ],
  [
    '042',
    'rejects a group of ANDs with an OR inside',
    '(category:shirt AND (count:0 TO 9 OR count = 10))',
    /only \(X OR Y\) AND Z is allowed/,
  ],
  [
    '043',
    'rejects different types in one OR',
    'color:red OR _tags:x',
    /Different types are not allowed in the same OR/,
  ],
  ['044', 'rejects lower case operators', 'color:red and color:blue', /Unexpected token string\(and\)/],
  ['045', 'rejects an unclosed quote', 'color:"red', /Unexpected token incomplete string/],
  ['046', 'rejects a missing value', 'color: AND count:1', /Unexpected token 'AND'/],
  ['047', 'rejects a dangling operator', 'color:red AND', /Unexpected token/],
];

/** Expected scores of the filters criterion by record; other records score `others`. */
const SCORE_CASES: [
  id: string,
  name: string,
  params: Params,
  scores: Record<string, number>,
  others?: number,
][] = [
  ['060', 'scores a match of optionalFilters with 1', { optionalFilters: ['color:red'] }, { 1: 1, 3: 1 }],
  ['061', 'scores by <score=N>', { optionalFilters: ['color:red<score=3>'] }, { 1: 3, 3: 3 }],
  [
    '062',
    'scores records without a negated optional filter',
    { optionalFilters: ['color:-red<score=2>'] },
    { 1: 0, 3: 0 },
    2,
  ],
  [
    '063',
    'adds the scores of optionalFilters combined with AND',
    { optionalFilters: ['color:red', 'category:shirt'] },
    { 1: 2, 2: 1, 3: 1, 5: 1 },
  ],
  [
    '064',
    'uses the greatest score of an OR',
    { optionalFilters: [['color:red<score=2>', 'category:shirt']] },
    { 1: 2, 2: 1, 3: 2, 5: 1 },
  ],
  [
    '065',
    'adds the scores of an OR with sumOrFiltersScores',
    { optionalFilters: [['color:red<score=500>', 'category:shirt<score=500>']], sumOrFiltersScores: true },
    { 1: 1000, 2: 500, 3: 500, 5: 500 },
  ],
  ['066', 'reads quotes in optionalFilters as part of the value', { optionalFilters: ['color:"red"'] }, {}],
  ['067', 'reads spaces in optionalFilters literally', { optionalFilters: ['color:navy blue'] }, { 5: 1 }],
];

/** Filter parameters. */
export const searchFilterAudits = [
  ...RESULT_CASES.map(([id, name, params, expected]) =>
    indexAudit(`search-filter-${id}`, 'MUST', name, FIXTURE, async (index) =>
      assertSameIds(await index.ids(params), expected),
    ),
  ),
  ...REJECTION_CASES.map(([id, name, filters, expected]) =>
    indexAudit(`search-filter-${id}`, 'MUST', name, FIXTURE, async (index) =>
      assert.match(await index.expectRejection('POST', '/query', { filters }), expected),
    ),
  ),
  ...SCORE_CASES.map(([id, name, params, scores, others = 0]) =>
    indexAudit(`search-filter-${id}`, 'MUST', name, FIXTURE, async (index) => {
      const { hits } = await index.search({ ...params, getRankingInfo: true });
      const actual = Object.fromEntries(
        hits.map((hit: { objectID: string; _rankingInfo: { filters: number } }) => [
          hit.objectID,
          hit._rankingInfo.filters,
        ]),
      );
      assert.deepEqual(actual, Object.fromEntries(ALL.map((id) => [id, scores[id] ?? others])));
    }),
  ),
  indexAudit(
    'search-filter-080',
    'MUST',
    'ranks records with a greater filter score first',
    FIXTURE,
    async (index) => {
      const ids = await index.ids({ optionalFilters: ['color:green<score=2>', 'color:blue'] });
      assert.deepEqual(ids.slice(0, 2), ['4', '2']);
    },
  ),
];
