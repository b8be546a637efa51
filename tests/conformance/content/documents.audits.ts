import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { type ContentTarget, commit, send, withScratch } from './target.ts';

/** Documents by id, CORS and unknown routes. */
export const contentDocumentAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-doc-001',
    level: 'MUST',
    name: 'returns documents by id and reports missing ids',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await commit(target, [{ create: { _id: id('a'), _type: type, title: 'A' } }]);
        const { body } = await send(target, `/data/doc/${target.dataset}/${id('a')},${id('b')}`);
        assert.equal(body.documents.length, 1);
        assert.equal(body.documents[0].title, 'A');
        assert.deepEqual(body.omitted, [{ id: id('b'), reason: 'existence' }]);
      }),
  },
  {
    id: 'content-doc-002',
    level: 'MUST',
    name: 'returns drafts by id with a token only',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await commit(target, [{ create: { _id: `drafts.${id('a')}`, _type: type } }]);
        const path = `/data/doc/${target.dataset}/drafts.${id('a')}`;
        assert.equal((await send(target, path)).body.documents.length, 1);
        const { documents, omitted } = (await send(target, path, { token: null })).body;
        assert.deepEqual(documents, []);
        assert.deepEqual(omitted, [{ id: `drafts.${id('a')}`, reason: 'permission' }]);
      }),
  },
  {
    id: 'content-doc-003',
    level: 'SHOULD',
    name: 'omits contents with excludeContent=true',
    run: async (target) => {
      const { body } = await send(target, `/data/doc/${target.dataset}/audit-none?excludeContent=true`);
      assert.deepEqual(body, { documents: [], omitted: [{ id: 'audit-none', reason: 'existence' }] });
    },
  },
  {
    id: 'content-cors-001',
    level: 'MUST',
    name: 'allows the origin with credentials in a preflight response',
    run: async (target) => {
      const response = await fetch(`${target.baseUrl}/v2025-02-19/data/query/${target.dataset}?query=1`, {
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
    name: 'responds to /check/cors',
    run: async (target) => assert.ok((await send(target, '/check/cors', { token: null })).status < 500),
  },
  {
    id: 'content-route-001',
    level: 'MUST',
    name: 'responds 404 as JSON to an unknown path',
    run: async (target) => {
      const response = await send(target, '/data/nothing');
      assert.equal(response.status, 404);
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    },
  },
];
