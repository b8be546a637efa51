import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import {
  assertMutationError,
  type ContentTarget,
  commit,
  fetchDocument,
  mutate,
  result,
  withScratch,
} from './target.ts';

/** Transactions that create, replace, patch and delete documents. */
export const contentMutateAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-mutate-001',
    level: 'MUST',
    name: 'creates a document and returns id, operation and document',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const body = await commit(target, [{ create: { _id: id('a'), _type: type, n: 1 } }], {
          returnDocuments: 'true',
        });
        const [{ document, ...mutation }] = body.results;
        assert.deepEqual(mutation, { id: id('a'), operation: 'create' });
        assert.equal(document._rev, body.transactionId);
        assert.match(document._createdAt, /^\d{4}-\d\d-\d\dT/);
        assert.equal(document._createdAt, document._updatedAt);
        assert.deepEqual(await fetchDocument(target, id('a')), document);
      }),
  },
  {
    id: 'content-mutate-002',
    level: 'MUST',
    name: 'generates a missing id, and completes an id that ends with a dot',
    run: (target) =>
      withScratch(target, async ({ type }) => {
        const { results } = await commit(target, [
          { create: { _type: type } },
          { create: { _id: 'drafts.', _type: type } },
        ]);
        assert.ok(results[0].id.length > 10);
        assert.match(results[1].id, /^drafts\..{10,}/);
      }),
  },
  {
    id: 'content-mutate-004',
    level: 'MUST',
    name: 'replaces a document with createOrReplace and preserves _createdAt',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await commit(target, [{ create: { _id: id('a'), _type: type, old: true } }]);
        const before = await fetchDocument(target, id('a'));
        const { results } = await commit(target, [
          { createOrReplace: { _id: id('a'), _type: type, young: true } },
        ]);
        const after = await fetchDocument(target, id('a'));
        assert.equal(results[0].operation, 'update');
        assert.equal(after._createdAt, before._createdAt);
        assert.deepEqual([after.old, after.young], [undefined, true]);
      }),
  },
  {
    id: 'content-mutate-005',
    level: 'MUST',
    name: 'does not change an existing document with createIfNotExists',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await commit(target, [{ create: { _id: id('a'), _type: type, n: 1 } }]);
        await commit(target, [{ createIfNotExists: { _id: id('a'), _type: type, n: 2 } }]);
        assert.equal((await fetchDocument(target, id('a'))).n, 1);
      }),
  },
  {
    id: 'content-mutate-006',
    level: 'MUST',
    name: 'deletes by id, also without a document',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await commit(target, [{ create: { _id: id('a'), _type: type } }]);
        const { results } = await commit(target, [{ delete: { id: id('a') } }]);
        assert.deepEqual(results, [{ id: id('a'), operation: 'delete' }]);
        assert.equal(await fetchDocument(target, id('a')), null);
        await commit(target, [{ delete: { id: id('a') } }]);
      }),
  },
  {
    id: 'content-mutate-007',
    level: 'MUST',
    name: 'deletes and patches by query',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await commit(
          target,
          [1, 2, 3].map((n) => ({ create: { _id: id(`${n}`), _type: type, n } })),
        );
        const params = { type };
        await commit(target, [{ patch: { query: '*[_type == $type && n > 1]', params, inc: { n: 10 } } }]);
        await commit(target, [{ delete: { query: '*[_type == $type && n == 12]', params } }]);
        assert.deepEqual(await result(target, '*[_type == $type] | order(n asc).n', params), [1, 13]);
      }),
  },
  {
    id: 'content-mutate-008',
    level: 'MUST',
    name: 'applies all mutations of a transaction or none',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await commit(target, [{ create: { _id: id('a'), _type: type, n: 1 } }]);
        const response = await mutate(target, [
          { patch: { id: id('a'), set: { n: 2 } } },
          { create: { _id: id('b'), _type: type } },
          { create: { _id: id('a'), _type: type } },
        ]);
        assertMutationError(response, 409, 'documentAlreadyExistsError');
        assert.deepEqual(await result(target, '*[_type == $type].n', { type }), [1]);
      }),
  },
  {
    id: 'content-mutate-011',
    level: 'MUST',
    name: 'changes nothing in a dry run',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const { results } = await commit(target, [{ create: { _id: id('a'), _type: type } }], {
          dryRun: 'true',
        });
        assert.equal(results[0].operation, 'create');
        assert.equal(await fetchDocument(target, id('a')), null);
      }),
  },
  {
    id: 'content-mutate-012',
    level: 'MUST',
    name: 'uses transactionId of the request as the revision',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const transactionId = id('transaction');
        const response = await mutate(
          target,
          [{ create: { _id: id('a'), _type: type } }],
          {},
          { transactionId },
        );
        assert.equal(response.body.transactionId, transactionId);
        assert.equal((await fetchDocument(target, id('a')))._rev, transactionId);
      }),
  },
  {
    id: 'content-mutate-017',
    level: 'SHOULD',
    name: 'generates array keys with autoGenerateArrayKeys',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const create = { _id: id('a'), _type: type, list: [{ n: 1 }, { n: 2, _key: 'mine' }, 'text'] };
        await commit(target, [{ create }], { autoGenerateArrayKeys: 'true' });
        const { list } = await fetchDocument(target, id('a'));
        assert.ok(list[0]._key.length > 3);
        assert.deepEqual(list.slice(1), [{ n: 2, _key: 'mine' }, 'text']);
      }),
  },
];
