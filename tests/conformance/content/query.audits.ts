import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { type ContentTarget, commit, query, result, send, withScratch } from './target.ts';

async function parseError(target: ContentTarget, groq: string, params: Record<string, unknown> = {}) {
  const answer = await query(target, groq, params);
  assert.equal(answer.status, 400);
  assert.equal(answer.body.error.type, 'queryParseError');
  assert.equal(answer.body.error.query, groq);
  assert.equal(typeof answer.body.error.start, 'number');
  assert.equal(typeof answer.body.error.end, 'number');
  return answer.body.error;
}

/** Queries, parameters, documents by id, and what browsers and strangers are answered. */
export const contentQueryAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-query-001',
    level: 'MUST',
    name: 'answers a GET with result, ms and the query as JSON',
    run: async (t) => {
      const answer = await query(t, '{"a": 1 + 1}');
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      assert.deepEqual(answer.body.result, { a: 2 });
      assert.equal(answer.body.query, '{"a": 1 + 1}');
      assert.equal(typeof answer.body.ms, 'number');
    },
  },
  {
    id: 'content-query-002',
    level: 'MUST',
    name: 'leaves the query out when returnQuery is false',
    run: async (t) => assert.ok(!('query' in (await query(t, '1', {}, { returnQuery: 'false' })).body)),
  },
  {
    id: 'content-query-003',
    level: 'MUST',
    name: 'answers a POST with the query and its parameters in the body',
    run: async (t) => {
      const body = { query: '$a + $b', params: { a: 'x', b: 'y' } };
      const answer = await send(t, `/data/query/${t.dataset}`, { body });
      assert.equal(answer.body.result, 'xy');
    },
  },
  {
    id: 'content-query-004',
    level: 'MUST',
    name: 'reads parameters of the address as JSON',
    run: async (t) => {
      const params = { n: 2, s: 'a "b"', list: [1, null], object: { deep: true } };
      assert.deepEqual(await result(t, '[$n, $s, $list, $object.deep]', params), [
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
    name: 'answers 400 to a parameter that is not JSON',
    run: async (t) => {
      const search = new URLSearchParams({ query: '$a', $a: 'unquoted' });
      assert.equal((await send(t, `/data/query/${t.dataset}?${search}`)).status, 400);
    },
  },
  {
    id: 'content-query-006',
    level: 'MUST',
    name: 'says of a syntax error where it is',
    run: async (t) => {
      const error = await parseError(t, '*[_type == "x" &&& true]');
      assert.ok(error.start >= 15 && error.start <= 19, `expected a place near 17, got ${error.start}`);
      assert.equal(typeof error.description, 'string');
    },
  },
  {
    id: 'content-query-007',
    level: 'MUST',
    name: 'says which parameter a query lacks',
    run: async (t) => {
      const error = await parseError(t, '*[_id == $id]');
      assert.match(error.description, /param \$id referenced, but not provided/i);
      assert.equal(error.start, 9);
    },
  },
  {
    id: 'content-query-008',
    level: 'MUST',
    name: 'refuses an unknown function',
    run: async (t) => assert.match((await parseError(t, 'nosuchfunction(1)')).description, /nosuchfunction/),
  },
  {
    id: 'content-query-009',
    level: 'MUST',
    name: 'answers 400 when there is no query',
    run: async (t) => assert.equal((await send(t, `/data/query/${t.dataset}`)).status, 400),
  },
  {
    id: 'content-query-010',
    level: 'MUST',
    name: 'takes bounds of slices from parameters',
    run: async (t) => assert.deepEqual(await result(t, '[1,2,3,4][$a...$b]', { a: 1, b: 3 }), [2, 3]),
  },
  {
    id: 'content-query-011',
    level: 'MUST',
    name: 'finds a document by slug, follows its references, and gives null for one that dangles',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        await commit(t, [
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
        assert.deepEqual(await result(t, groq, { type, slug: id('slug') }), { to: 'A', lost: null });
      }),
  },
  {
    id: 'content-query-012',
    level: 'MUST',
    name: 'finds the documents that refer to the row at hand',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        await commit(t, [
          { create: { _id: id('a'), _type: type, title: 'A' } },
          { create: { _id: id('b'), _type: type, title: 'B', list: [{ _key: 'k', to: { _ref: id('a') } }] } },
        ]);
        const groq =
          '*[_id in $ids] | order(title asc){title, "from": *[_type == $type && references(^._id)].title}';
        assert.deepEqual(await result(t, groq, { type, ids: [id('a'), id('b')] }), [
          { title: 'A', from: ['B'] },
          { title: 'B', from: [] },
        ]);
      }),
  },
  {
    id: 'content-query-013',
    level: 'MUST',
    name: 'orders by several attributes and puts those without one last',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const years = [2, 1, undefined, 2];
        await commit(
          t,
          years.map((year, i) => ({ create: { _id: id(`${i}`), _type: type, ...(year && { year }) } })),
        );
        const ids = await result(t, '*[_type == $type] | order(year asc, _id desc)._id', { type });
        assert.deepEqual(ids, [id('1'), id('3'), id('0'), id('2')]);
      }),
  },
  {
    id: 'content-doc-001',
    level: 'MUST',
    name: 'gives documents by id and names those that do not exist',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        await commit(t, [{ create: { _id: id('a'), _type: type, title: 'A' } }]);
        const { body } = await send(t, `/data/doc/${t.dataset}/${id('a')},${id('b')}`);
        assert.equal(body.documents.length, 1);
        assert.equal(body.documents[0].title, 'A');
        assert.deepEqual(body.omitted, [{ id: id('b'), reason: 'existence' }]);
      }),
  },
  {
    id: 'content-doc-002',
    level: 'MUST',
    name: 'gives drafts by id to those with a token alone',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        await commit(t, [{ create: { _id: `drafts.${id('a')}`, _type: type } }]);
        const path = `/data/doc/${t.dataset}/drafts.${id('a')}`;
        assert.equal((await send(t, path)).body.documents.length, 1);
        const { documents, omitted } = (await send(t, path, { token: null })).body;
        assert.deepEqual(documents, []);
        assert.deepEqual(omitted, [{ id: `drafts.${id('a')}`, reason: 'permission' }]);
      }),
  },
  {
    id: 'content-doc-003',
    level: 'SHOULD',
    name: 'leaves contents out when asked only whether documents exist',
    run: async (t) => {
      const { body } = await send(t, `/data/doc/${t.dataset}/audit-none?excludeContent=true`);
      assert.deepEqual(body, { documents: [], omitted: [{ id: 'audit-none', reason: 'existence' }] });
    },
  },
  {
    id: 'content-cors-001',
    level: 'MUST',
    name: 'answers a preflight by allowing the origin with credentials',
    run: async (t) => {
      const response = await fetch(`${t.baseUrl}/v2025-02-19/data/query/${t.dataset}?query=1`, {
        method: 'OPTIONS',
        headers: {
          origin: 'http://localhost:3333',
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization',
        },
      });
      assert.ok(response.ok, `expected success, got ${response.status}`);
      assert.equal(response.headers.get('access-control-allow-origin'), 'http://localhost:3333');
      assert.equal(response.headers.get('access-control-allow-credentials'), 'true');
      assert.match(response.headers.get('access-control-allow-headers') ?? '', /authorization/i);
    },
  },
  {
    id: 'content-cors-002',
    level: 'SHOULD',
    name: 'answers the probe for CORS at once',
    run: async (t) => assert.ok((await send(t, '/check/cors', { token: null })).status < 500),
  },
  {
    id: 'content-route-001',
    level: 'MUST',
    name: 'answers 404 as JSON to an address that is nothing',
    run: async (t) => {
      const answer = await send(t, '/data/nothing');
      assert.equal(answer.status, 404);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    },
  },
];
