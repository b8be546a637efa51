import assert from 'node:assert/strict';
import { type Body, indexAudit, sameIds } from './target.ts';

const given = {
  settings: {
    searchableAttributes: ['title', 'tagline,people.name', 'unordered(text)'],
    customRanking: ['desc(popularity)'],
  },
  records: [
    { objectID: 'lorenz', title: 'The Lorenz attractor', tagline: 'A butterfly of chaos', popularity: 5 },
    { objectID: 'poincare', title: 'Poincaré sections', people: [{ name: 'Henri Poincaré' }], popularity: 3 },
    {
      objectID: 'chladni',
      title: 'Chladni figures',
      text: 'Sand draws the nodal lines of a plate in chaos',
      popularity: 9,
    },
    {
      objectID: 'waves',
      title: 'Waves in a ripple tank',
      text: 'A wave meets a wave; interference patterns',
      popularity: 1,
    },
    { objectID: 'chaos', title: 'Chaos', text: 'What a small difference does', popularity: 2 },
    {
      objectID: 'games',
      title: 'Chaos game, a game of chaos',
      text: 'Points jump to and fro',
      popularity: 8,
    },
    { objectID: 'life', title: 'Game of Life', tagline: 'Cells by Conway', year: 1970, popularity: 7 },
  ],
};

type Params = Record<string, unknown>;
const found: [id: string, level: 'MUST' | 'SHOULD', name: string, params: Params, expected: string[]][] = [
  ['001', 'MUST', 'finds a word without regard to case', { query: 'LORENZ' }, ['lorenz']],
  ['002', 'MUST', 'finds a word without regard to diacritics', { query: 'poincare' }, ['poincare']],
  ['003', 'MUST', 'takes the last word as a prefix', { query: 'chladni fig' }, ['chladni']],
  ['004', 'MUST', 'takes no other word as a prefix', { query: 'chlad figures', typoTolerance: false }, []],
  [
    '005',
    'MUST',
    'takes every word as a prefix with prefixAll',
    { query: 'chlad fig', queryType: 'prefixAll' },
    ['chladni'],
  ],
  [
    '006',
    'MUST',
    'takes no word as a prefix with prefixNone',
    { query: 'chlad', queryType: 'prefixNone', typoTolerance: false },
    [],
  ],
  ['007', 'MUST', 'needs every word', { query: 'lorenz figures' }, []],
  ['008', 'MUST', 'forgives a missing letter', { query: 'chldni figures' }, ['chladni']],
  ['009', 'MUST', 'forgives an extra letter', { query: 'chlaadni figures' }, ['chladni']],
  ['010', 'MUST', 'forgives a substituted letter', { query: 'chlabni figures' }, ['chladni']],
  ['011', 'MUST', 'forgives swapped letters as one typo', { query: 'lroenz' }, ['lorenz']],
  ['012', 'MUST', 'forgives two typos from eight letters on', { query: 'atractorr lorenz' }, ['lorenz']],
  ['013', 'MUST', 'forgives no typo below four letters', { query: 'gme' }, []],
  ['014', 'MUST', 'forgives no second typo below eight letters', { query: 'chldn figures' }, []],
  ['015', 'MUST', 'counts a typo in the first letter twice', { query: 'korenz' }, []],
  ['016', 'MUST', 'forgives a typo in an unfinished word', { query: 'attarct' }, ['lorenz']],
  ['017', 'MUST', 'forgives nothing with typoTolerance false', { query: 'lroenz', typoTolerance: false }, []],
  ['018', 'MUST', 'searches nested attributes', { query: 'henri' }, ['poincare']],
  [
    '019',
    'MUST',
    'searches only the restricted attributes',
    { query: 'chaos', restrictSearchableAttributes: ['text'] },
    ['chladni'],
  ],
  ['020', 'MUST', 'searches no attribute that is not listed', { query: '1970' }, []],
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
    'drops last words when nothing is found',
    { query: 'lorenz zebra', removeWordsIfNoResults: 'lastWords' },
    ['lorenz'],
  ],
  [
    '023',
    'MUST',
    'drops first words when nothing is found',
    { query: 'zebra lorenz', removeWordsIfNoResults: 'firstWords' },
    ['lorenz'],
  ],
  [
    '024',
    'MUST',
    'makes all words optional when nothing is found',
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
    'leaves out stop words with removeStopWords',
    { query: 'the game of the life', removeStopWords: ['en'] },
    ['life'],
  ],
  ['029', 'SHOULD', 'finds words that were wrongly joined', { query: 'rippletank' }, ['waves']],
  [
    '030',
    'MUST',
    'disables typos on attributes',
    { query: 'henry', disableTypoToleranceOnAttributes: ['people.name'] },
    [],
  ],
  ['031', 'MUST', 'ignores punctuation', { query: 'lorenz, attractor!' }, ['lorenz']],
  [
    '032',
    'MUST',
    'keeps the fewest typos alone with typoTolerance min',
    { query: 'game', typoTolerance: 'min' },
    ['games', 'life'],
  ],
];

const ranked: [id: string, name: string, params: Params, expected: string[]][] = [
  [
    '050',
    'ranks an earlier attribute before a later one',
    { query: 'chaos' },
    ['chaos', 'games', 'lorenz', 'chladni'],
  ],
  ['051', 'ranks close words before distant ones', { query: 'game life' }, ['life']],
  ['052', 'ranks exact words before words with typos', { query: 'wave' }, ['waves']],
  [
    '053',
    'ranks everything by custom ranking without a query',
    { query: '' },
    ['chladni', 'games', 'life', 'lorenz', 'poincare', 'chaos', 'waves'],
  ],
];

/** What the search service finds, and in which order. */
export const searchMatchingAudits = [
  ...found.map(([id, level, name, params, expected]) =>
    indexAudit(`search-match-${id}`, level, name, given, async (index) =>
      sameIds(await index.ids(params), expected),
    ),
  ),
  ...ranked.map(([id, name, params, expected]) =>
    indexAudit(`search-match-${id}`, 'MUST', name, given, async (index) =>
      assert.deepEqual(await index.ids(params), expected),
    ),
  ),
  indexAudit(
    'search-match-070',
    'MUST',
    'ranks words that stand together before words apart',
    {
      settings: { searchableAttributes: ['unordered(title)'], customRanking: ['desc(popularity)'] },
      records: [
        { objectID: 'apart', title: 'blue light on a wave', popularity: 9 },
        { objectID: 'together', title: 'light on a blue wave', popularity: 1 },
      ],
    },
    async (index) => assert.deepEqual(await index.ids({ query: 'blue wave' }), ['together', 'apart']),
  ),
  indexAudit(
    'search-match-071',
    'MUST',
    'ranks attributes parted by a comma alike',
    {
      settings: { searchableAttributes: ['a,b'], customRanking: ['desc(popularity)'] },
      records: [
        { objectID: 'a', a: 'vortex', b: 'x', popularity: 1 },
        { objectID: 'b', a: 'x', b: 'vortex', popularity: 2 },
      ],
    },
    async (index) => assert.deepEqual(await index.ids({ query: 'vortex' }), ['b', 'a']),
  ),
  indexAudit(
    'search-match-072',
    'MUST',
    'ranks an early position first, unless the attribute is unordered',
    {
      settings: { searchableAttributes: ['a'], customRanking: ['desc(popularity)'] },
      records: [
        { objectID: 'late', a: 'one two vortex', popularity: 2 },
        { objectID: 'early', a: 'vortex two three', popularity: 1 },
      ],
    },
    async (index) => {
      assert.deepEqual(await index.ids({ query: 'vortex' }), ['early', 'late']);
      await index.configure({ searchableAttributes: ['unordered(a)'] });
      assert.deepEqual(await index.ids({ query: 'vortex' }), ['late', 'early']);
    },
  ),
  indexAudit(
    'search-match-073',
    'MUST',
    'ranks by the words found when some are optional',
    {
      records: [
        { objectID: 'one', title: 'pendulum' },
        { objectID: 'two', title: 'double pendulum' },
      ],
    },
    async (index) =>
      assert.deepEqual(await index.ids({ query: 'double pendulum', optionalWords: ['double'] }), [
        'two',
        'one',
      ]),
  ),
  indexAudit(
    'search-match-074',
    'MUST',
    'sorts by an attribute when the ranking says so',
    {
      settings: { ranking: ['asc(year)', 'typo'] },
      records: [
        { objectID: 'late', title: 'x', year: 1990 },
        { objectID: 'early', title: 'x', year: 1890 },
        { objectID: 'none', title: 'x' },
      ],
    },
    async (index) => assert.deepEqual(await index.ids({}), ['early', 'late', 'none']),
  ),
  indexAudit(
    'search-match-075',
    'MUST',
    'marks the removed words in queryAfterRemoval',
    given,
    async (index) => {
      const answer = await index.search({ query: 'lorenz zebra', removeWordsIfNoResults: 'lastWords' });
      assert.equal(answer.queryAfterRemoval, 'lorenz <em>zebra</em>');
    },
  ),
  indexAudit(
    'search-match-076',
    'MUST',
    'tells typos and words with getRankingInfo',
    given,
    async (index) => {
      const { hits } = await index.search({ query: 'lroenz atractor', getRankingInfo: true });
      const info: Body = hits[0]._rankingInfo;
      assert.equal(info.nbTypos, 2);
      assert.equal(info.proximityDistance, 1);
    },
  ),
];
