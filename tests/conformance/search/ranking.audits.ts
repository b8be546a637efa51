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
];
