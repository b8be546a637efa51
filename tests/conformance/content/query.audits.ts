import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { type ContentTarget, commit, query, result, type Scratch, send, withScratch } from './target.ts';

/** Runs an invalid query. Returns the error after a check of its shape. */
async function parseError(target: ContentTarget, groq: string, params: Record<string, unknown> = {}) {
  const response = await query(target, groq, params);
  assert.equal(response.status, 400);
  assert.equal(response.body.error.type, 'queryParseError');
  assert.equal(response.body.error.query, groq);
  assert.equal(typeof response.body.error.start, 'number');
  assert.equal(typeof response.body.error.end, 'number');
  return response.body.error;
}

/** Creates four documents with the years 2, 1, none and 2. Their ids end with their numbers from 0. */
async function createYears(target: ContentTarget, { id, type }: Scratch): Promise<void> {
  const years = [2, 1, undefined, 2];
  await commit(
    target,
    years.map((year, i) => ({ create: { _id: id(`${i}`), _type: type, ...(year && { year }) } })),
  );
}

/** Queries, parameters, documents by id, and CORS. */
export const contentQueryAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-query-001',
    level: 'MUST',
    name: 'responds to GET with result, ms and query as JSON',
    run: async (target) => {
      const response = await query(target, '{"a": 1 + 1}');
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
      assert.deepEqual(response.body.result, { a: 2 });
      assert.equal(response.body.query, '{"a": 1 + 1}');
      assert.equal(typeof response.body.ms, 'number');
    },
  },
  {
    id: 'content-query-002',
    level: 'MUST',
    name: 'omits the query with returnQuery=false',
    run: async (target) =>
      assert.ok(!('query' in (await query(target, '1', {}, { returnQuery: 'false' })).body)),
  },
  {
    id: 'content-query-003',
    level: 'MUST',
    name: 'accepts query and params in a POST body',
    run: async (target) => {
      const body = { query: '$a + $b', params: { a: 'x', b: 'y' } };
      const response = await send(target, `/data/query/${target.dataset}`, { body });
      assert.equal(response.body.result, 'xy');
    },
  },
  {
    id: 'content-query-004',
    level: 'MUST',
    name: 'parses parameters of the URL as JSON',
    run: async (target) => {
      const params = { n: 2, s: 'a "b"', list: [1, null], object: { deep: true } };
      assert.deepEqual(await result(target, '[$n, $s, $list, $object.deep]', params), [
        2,
        'a "b"',
        [1, null],
        true,
      ]);
    },
  },
  {
    id: 'content-query-005',
    level: 'MUST',
    name: 'responds 400 to a parameter that is not JSON',
    run: async (target) => {
      const search = new URLSearchParams({ query: '$a', $a: 'unquoted' });
      assert.equal((await send(target, `/data/query/${target.dataset}?${search}`)).status, 400);
    },
  },
  {
    id: 'content-query-006',
    level: 'MUST',
    name: 'reports the position of a syntax error',
    run: async (target) => {
      const error = await parseError(target, '*[_type == "x" &&& true]');
      assert.ok(error.start >= 15 && error.start <= 19, `expected a position near 17, got ${error.start}`);
      assert.equal(typeof error.description, 'string');
    },
  },
  {
    id: 'content-query-007',
    level: 'MUST',
    name: 'reports a missing parameter with its position',
    run: async (target) => {
      const error = await parseError(target, '*[_id == $id]');
      assert.match(error.description, /param \$id referenced, but not provided/i);
      assert.equal(error.start, 9);
    },
  },
  {
    id: 'content-query-008',
    level: 'MUST',
    name: 'rejects an unknown function',
    run: async (target) =>
      assert.match((await parseError(target, 'nosuchfunction(1)')).description, /nosuchfunction/),
  },
  {
    id: 'content-query-009',
    level: 'MUST',
    name: 'responds 400 without a query',
    run: async (target) => assert.equal((await send(target, `/data/query/${target.dataset}`)).status, 400),
  },
  {
    id: 'content-query-010',
    level: 'MUST',
    name: 'accepts parameters as slice bounds',
    run: async (target) =>
      assert.deepEqual(await result(target, '[1,2,3,4][$a...$b]', { a: 1, b: 3 }), [2, 3]),
  },
  {
    id: 'content-query-011',
    level: 'MUST',
    name: 'finds a document by slug, follows references, and returns null for a dangling reference',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await commit(target, [
          { create: { _id: id('a'), _type: type, title: 'A' } },
          {
            create: {
              _id: id('b'),
              _type: type,
              slug: { current: id('slug') },
              to: { _ref: id('a') },
              lost: { _ref: id('none'), _weak: true },
            },
          },
        ]);
        const groq = '*[_type == $type && slug.current == $slug][0]{"to": to->title, "lost": lost->}';
        assert.deepEqual(await result(target, groq, { type, slug: id('slug') }), { to: 'A', lost: null });
      }),
  },
  {
    id: 'content-query-012',
    level: 'MUST',
    name: 'finds documents with references(^._id)',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await commit(target, [
          { create: { _id: id('a'), _type: type, title: 'A' } },
          { create: { _id: id('b'), _type: type, title: 'B', list: [{ _key: 'k', to: { _ref: id('a') } }] } },
        ]);
        const groq =
          '*[_id in $ids] | order(title asc){title, "from": *[_type == $type && references(^._id)].title}';
        assert.deepEqual(await result(target, groq, { type, ids: [id('a'), id('b')] }), [
          { title: 'A', from: ['B'] },
          { title: 'B', from: [] },
        ]);
      }),
  },
  {
    id: 'content-query-013',
    level: 'MUST',
    name: 'orders by several attributes, missing values last',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await createYears(target, { id, type });
        const ids = await result(target, '*[_type == $type] | order(year asc, _id desc)._id', { type });
        assert.deepEqual(ids, [id('1'), id('3'), id('0'), id('2')]);
      }),
  },
  {
    id: 'content-query-014',
    level: 'MUST',
    name: 'finds documents by the references from or to the documents of a sub-query',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const reference = { _ref: id('a') };
        await commit(target, [
          { create: { _id: id('a'), _type: type, title: 'A' } },
          { create: { _id: id('b'), _type: type, title: 'B', list: [{ _key: 'k', ...reference }] } },
          { create: { _id: id('c'), _type: type, title: 'C', other: [{ _key: 'k', to: reference }] } },
        ]);
        const titles = (condition: string) =>
          result(target, `*[_type == $type && ${condition}] | order(title asc).title`, { type });
        const ids = '*[_type == $type && title == "A"]._id';
        assert.deepEqual(await titles(`references(${ids})`), ['B', 'C']);
        assert.deepEqual(await titles(`references(${ids}) && count(list[_ref in ${ids}]) > 0`), ['B']);
        assert.deepEqual(await titles(`count(other[to._ref in ${ids}]) > 0`), ['C']);
        assert.deepEqual(await titles('_id in *[_type == $type && title == "B"].list[]._ref'), ['A']);
        assert.deepEqual(await titles('_id in *[_type == $type && title == "C"].other[].to._ref'), ['A']);
      }),
  },
  {
    id: 'content-query-015',
    level: 'MUST',
    name: 'orders by whether a value is defined, false before true',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await createYears(target, { id, type });
        const ordered = (order: string) =>
          result(target, `*[_type == $type] | order(${order})._id`, { type });
        assert.deepEqual(
          await ordered('defined(string(year)) desc, year desc, _id asc'),
          [0, 3, 1, 2].map((i) => id(`${i}`)),
        );
        assert.deepEqual(
          await ordered('defined(string(year)) asc, year asc, _id asc'),
          [2, 1, 0, 3].map((i) => id(`${i}`)),
        );
      }),
  },
  {
    id: 'content-query-016',
    level: 'MUST',
    name: 'finds nothing with `in` and one reference that is no list',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const reference = { _ref: id('a') };
        await commit(target, [
          { create: { _id: id('a'), _type: type, title: 'A' } },
          {
            create: {
              _id: id('b'),
              _type: type,
              title: 'B',
              one: reference,
              list: [{ _key: 'k', ...reference }],
            },
          },
        ]);
        const titles = (condition: string) =>
          result(target, `*[_type == $type && ${condition}].title`, { type, id: id('a') });
        assert.deepEqual(await titles('$id in one._ref'), []);
        assert.deepEqual(await titles('_id in *[_type == $type && title == "B"][0].one._ref'), []);
        assert.deepEqual(await titles('$id in list[]._ref'), ['B']);
      }),
  },
  {
    id: 'content-query-017',
    level: 'MUST',
    name: 'evaluates functions that a query declares, in projections, filters and orders',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await createYears(target, { id, type });
        const first = 'fn audit::first($value) = $value{"_": [...coalesce(list, []), year][defined(@)][0]};';
        const years = (rest: string) => result(target, `${first} *[_type == $type${rest}`, { type });
        const call = 'audit::first({"list": [], "year": year})._';
        assert.deepEqual(await years(`] | order(_id asc){"_": ${call}}._`), [2, 1, null, 2]);
        assert.deepEqual(await years(` && ${call} == 1]._id`), [id('1')]);
        assert.deepEqual(
          await years(`] | order(${call} asc, _id asc)._id`),
          [1, 0, 3, 2].map((i) => id(`${i}`)),
        );
      }),
  },
];
