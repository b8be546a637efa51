import assert from 'node:assert/strict';
import { FIXTURE } from './matchingFixture.ts';
import { indexAudit } from './target.ts';

type Params = Record<string, unknown>;
const RANKING_CASES: [id: string, name: string, params: Params, expected: string[]][] = [
  [
    '050',
    'ranks an earlier attribute before a later one',
    { query: 'chaos' },
    ['chaos', 'games', 'lorenz', 'chladni'],
  ],
  ['051', 'ranks adjacent words before distant ones', { query: 'game life' }, ['life']],
  ['052', 'ranks exact words before words with typos', { query: 'wave' }, ['waves']],
  [
    '053',
    'ranks by customRanking without a query',
    { query: '' },
    ['chladni', 'games', 'life', 'lorenz', 'poincare', 'chaos', 'waves'],
  ],
];

/** Ranking of results. */
export const searchRankingAudits = [
  ...RANKING_CASES.map(([id, name, params, expected]) =>
    indexAudit(`search-match-${id}`, 'MUST', name, FIXTURE, async (index) =>
      assert.deepEqual(await index.ids(params), expected),
    ),
  ),
  indexAudit(
    'search-match-070',
    'MUST',
    'ranks records with adjacent words first',
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
    'ranks comma-separated attributes equally',
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
    'ranks an early position first, except in unordered attributes',
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
    'ranks by the number of matched words with optionalWords',
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
    'sorts by an attribute of ranking',
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
    'search-match-080',
    'MUST',
    'applies each criterion only to ties of those before it',
    {
      settings: {
        searchableAttributes: ['title', 'unordered(text)'],
        customRanking: ['desc(popularity)'],
        attributesForFaceting: ['tag'],
      },
      records: [
        { objectID: 'popular', title: 'x', text: 'a blue wavelet', popularity: 9 },
        { objectID: 'exact', title: 'x', text: 'a blue wave', popularity: 1 },
        { objectID: 'title', title: 'blue wavelet', text: 'x', popularity: 1 },
        { objectID: 'far', title: 'blue light on a wave', text: 'x', popularity: 9 },
        { objectID: 'filter', title: 'wave', text: 'x', tag: 'wanted', popularity: 1 },
        { objectID: 'typo', title: 'blue wabe', text: 'x', tag: 'wanted', popularity: 9 },
      ],
    },
    async (index) =>
      assert.deepEqual(
        await index.ids({ query: 'blue wave', optionalWords: ['blue'], optionalFilters: ['tag:wanted'] }),
        ['title', 'exact', 'popular', 'far', 'filter', 'typo'],
      ),
  ),
  indexAudit(
    'search-match-081',
    'MUST',
    'ranks a match in the first value of an ordered list first',
    {
      settings: { searchableAttributes: ['topics.title'], customRanking: ['desc(popularity)'] },
      records: [
        {
          objectID: 'third',
          topics: [{ title: 'flow' }, { title: 'waves' }, { title: 'chaos' }],
          popularity: 9,
        },
        { objectID: 'first', topics: [{ title: 'chaos' }, { title: 'flow' }], popularity: 1 },
      ],
    },
    async (index) => assert.deepEqual(await index.ids({ query: 'chaos' }), ['first', 'third']),
  ),
  indexAudit(
    'search-match-082',
    'MUST',
    'ranks by a Boolean between two criteria',
    {
      settings: {
        searchableAttributes: ['title', 'text'],
        ranking: ['words', 'desc(ready)', 'attribute', 'custom'],
      },
      records: [
        { objectID: 'waiting', title: 'pendulum', text: 'x', ready: false },
        { objectID: 'mention', title: 'x', text: 'pendulum', ready: true },
        { objectID: 'ready', title: 'pendulum', text: 'x', ready: true },
      ],
    },
    async (index) =>
      assert.deepEqual(await index.ids({ query: 'pendulum' }), ['ready', 'mention', 'waiting']),
  ),
  indexAudit(
    'search-match-083',
    'MUST',
    'takes a query as its own optional words, and ranks words before typos if the settings do',
    {
      settings: { ranking: ['words', 'typo', 'custom'] },
      records: [
        { objectID: 'one', title: 'saffron' },
        { objectID: 'none', title: 'leek' },
        { objectID: 'both', title: 'safron broth' },
      ],
    },
    async (index) =>
      assert.deepEqual(await index.ids({ query: 'saffron broth', optionalWords: ['saffron broth'] }), [
        'both',
        'one',
      ]),
  ),
  indexAudit(
    'search-match-084',
    'MUST',
    'requires a second word after a thousand results, if all of four words are optional',
    {
      settings: { ranking: ['words'] },
      records: [
        ...Array.from({ length: 1001 }, (_, i) => ({ objectID: `${i}`, title: 'wave' })),
        { objectID: 'two', title: 'blue wave' },
      ],
    },
    async (index) => {
      const query = 'wave blue light sand';
      const { hits, nbHits } = await index.search({ query, optionalWords: [query], hitsPerPage: 1 });
      assert.equal(hits[0]?.objectID, 'two');
      assert.equal(nbHits, 1000);
      assert.equal((await index.search({ query: 'wave blue', optionalWords: ['wave blue'] })).nbHits, 1002);
    },
  ),
  indexAudit(
    'search-match-085',
    'MUST',
    'counts no stop word as exact with exactOnSingleWordQuery=word',
    {
      settings: { searchableAttributes: ['unordered(title)'], customRanking: ['asc(rank)'] },
      records: [
        { objectID: 'prefix', title: 'Theatre', rank: 1 },
        { objectID: 'word', title: 'The end', rank: 2 },
      ],
    },
    async (index) => {
      const params = { exactOnSingleWordQuery: 'word', queryLanguages: ['en'] };
      assert.deepEqual(await index.ids({ query: 'the', ...params }), ['prefix', 'word']);
      assert.deepEqual(await index.ids({ query: 'the', ...params, queryLanguages: ['de'] }), [
        'word',
        'prefix',
      ]);
    },
  ),
];
