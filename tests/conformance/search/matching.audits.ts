import assert from 'node:assert/strict';
import { FIXTURE } from './matchingFixture.ts';
import { assertSameIds, type Body, indexAudit } from './target.ts';

type Params = Record<string, unknown>;
const MATCH_CASES: [
  id: string,
  level: 'MUST' | 'SHOULD',
  name: string,
  params: Params,
  expected: string[],
][] = [
  ['001', 'MUST', 'matches words case-insensitively', { query: 'LORENZ' }, ['lorenz']],
  ['002', 'MUST', 'matches words without diacritics', { query: 'poincare' }, ['poincare']],
  ['003', 'MUST', 'matches the last word as a prefix', { query: 'chladni fig' }, ['chladni']],
  ['004', 'MUST', 'matches other words as a whole', { query: 'chlad figures', typoTolerance: false }, []],
  [
    '005',
    'MUST',
    'matches every word as a prefix with prefixAll',
    { query: 'chlad fig', queryType: 'prefixAll' },
    ['chladni'],
  ],
  [
    '006',
    'MUST',
    'matches no word as a prefix with prefixNone',
    { query: 'chlad', queryType: 'prefixNone', typoTolerance: false },
    [],
  ],
  ['007', 'MUST', 'requires every word', { query: 'lorenz figures' }, []],
  ['008', 'MUST', 'tolerates a missing letter', { query: 'chldni figures' }, ['chladni']],
  ['009', 'MUST', 'tolerates an extra letter', { query: 'chlaadni figures' }, ['chladni']],
  ['010', 'MUST', 'tolerates a substituted letter', { query: 'chlabni figures' }, ['chladni']],
  ['011', 'MUST', 'tolerates transposed letters as one typo', { query: 'lroenz' }, ['lorenz']],
  ['012', 'MUST', 'tolerates two typos from eight letters', { query: 'atractorr lorenz' }, ['lorenz']],
  ['013', 'MUST', 'tolerates no typo below four letters', { query: 'gme' }, []],
  ['014', 'MUST', 'tolerates no second typo below eight letters', { query: 'chldn figures' }, []],
  ['015', 'MUST', 'counts a typo in the first letter twice', { query: 'korenz' }, []],
  ['016', 'MUST', 'tolerates a typo in a prefix', { query: 'attarct' }, ['lorenz']],
  [
    '017',
    'MUST',
    'tolerates no typo with typoTolerance=false',
    { query: 'lroenz', typoTolerance: false },
    [],
  ],
  ['018', 'MUST', 'searches nested attributes', { query: 'henri' }, ['poincare']],
  [
    '019',
    'MUST',
    'searches the attributes of restrictSearchableAttributes only',
    { query: 'chaos', restrictSearchableAttributes: ['text'] },
    ['chladni'],
  ],
  ['020', 'MUST', 'searches the attributes of searchableAttributes only', { query: '1970' }, []],
  [
    '021',
    'MUST',
    'finds records without an optional word',
    { query: 'lorenz zebra', optionalWords: ['zebra'] },
    ['lorenz'],
  ],
  [
    '022',
    'MUST',
    'removes last words without results with removeWordsIfNoResults=lastWords',
    { query: 'lorenz zebra', removeWordsIfNoResults: 'lastWords' },
    ['lorenz'],
  ],
  [
    '023',
    'MUST',
    'removes first words without results with removeWordsIfNoResults=firstWords',
    { query: 'zebra lorenz', removeWordsIfNoResults: 'firstWords' },
    ['lorenz'],
  ],
  [
    '024',
    'MUST',
    'makes all words optional without results with removeWordsIfNoResults=allOptional',
    { query: 'zebra lorenz conway', removeWordsIfNoResults: 'allOptional' },
    ['lorenz', 'life'],
  ],
  [
    '025',
    'MUST',
    'reads phrases with advancedSyntax',
    { query: '"game of life"', advancedSyntax: true },
    ['life'],
  ],
  [
    '026',
    'MUST',
    'excludes words with advancedSyntax',
    { query: 'game -conway', advancedSyntax: true },
    ['games'],
  ],
  [
    '027',
    'MUST',
    'finds plurals with ignorePlurals',
    { query: 'wave tanks', ignorePlurals: ['en'] },
    ['waves'],
  ],
  [
    '028',
    'MUST',
    'ignores stop words with removeStopWords',
    { query: 'the game of the life', removeStopWords: ['en'] },
    ['life'],
  ],
  ['029', 'SHOULD', 'splits concatenated words', { query: 'rippletank' }, ['waves']],
  [
    '030',
    'MUST',
    'tolerates no typo in disableTypoToleranceOnAttributes',
    { query: 'henry', disableTypoToleranceOnAttributes: ['people.name'] },
    [],
  ],
  ['031', 'MUST', 'ignores punctuation', { query: 'lorenz, attractor!' }, ['lorenz']],
  [
    '032',
    'MUST',
    'returns results with the fewest typos only with typoTolerance=min',
    { query: 'game', typoTolerance: 'min' },
    ['games', 'life'],
  ],
];

/** Matching of queries. */
export const searchMatchingAudits = [
  ...MATCH_CASES.map(([id, level, name, params, expected]) =>
    indexAudit(`search-match-${id}`, level, name, FIXTURE, async (index) =>
      assertSameIds(await index.ids(params), expected),
    ),
  ),
  indexAudit(
    'search-match-075',
    'MUST',
    'highlights removed words in queryAfterRemoval',
    FIXTURE,
    async (index) => {
      const response = await index.search({ query: 'lorenz zebra', removeWordsIfNoResults: 'lastWords' });
      assert.equal(response.queryAfterRemoval, 'lorenz <em>zebra</em>');
    },
  ),
  indexAudit(
    'search-match-076',
    'MUST',
    'returns typos and proximity with getRankingInfo',
    FIXTURE,
    async (index) => {
      const { hits } = await index.search({ query: 'lroenz atractor', getRankingInfo: true });
      const info: Body = hits[0]._rankingInfo;
      assert.equal(info.nbTypos, 2);
      assert.equal(info.proximityDistance, 1);
    },
  ),
  indexAudit(
    'search-match-077',
    'MUST',
    'searches with similarQuery for whole words without stop words, most words first',
    FIXTURE,
    async (index) => {
      assert.deepEqual(await index.ids({ similarQuery: 'attrac' }), []);
      assertSameIds(await index.ids({ similarQuery: 'a chladni of the' }), ['chladni']);
      // With a typo in a word, this record ranks after all records with an exact word unless words come first.
      assert.equal((await index.ids({ similarQuery: 'lorenz atractor chaos' }))[0], 'lorenz');
    },
  ),
];
