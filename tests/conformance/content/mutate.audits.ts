import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import {
  assertMutationError,
  type ContentTarget,
  commit,
  mutate,
  result,
  send,
  stored,
  withScratch,
} from './target.ts';

/** Transactions: what they create, replace, patch and delete, and what they refuse. */
export const contentMutateAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-mutate-001',
    level: 'MUST',
    name: 'creates a document and answers with its id, its operation and the document',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const body = await commit(t, [{ create: { _id: id('a'), _type: type, n: 1 } }], {
          returnDocuments: 'true',
        });
        const [{ document, ...told }] = body.results;
        assert.deepEqual(told, { id: id('a'), operation: 'create' });
        assert.equal(document._rev, body.transactionId);
        assert.match(document._createdAt, /^\d{4}-\d\d-\d\dT/);
        assert.equal(document._createdAt, document._updatedAt);
        assert.deepEqual(await stored(t, id('a')), document);
      }),
  },
  {
    id: 'content-mutate-002',
    level: 'MUST',
    name: 'makes up an id where there is none, and completes one that ends in a dot',
    run: (t) =>
      withScratch(t, async ({ type }) => {
        const { results } = await commit(t, [
          { create: { _type: type } },
          { create: { _id: 'drafts.', _type: type } },
        ]);
        assert.ok(results[0].id.length > 10);
        assert.match(results[1].id, /^drafts\..{10,}/);
      }),
  },
  {
    id: 'content-mutate-003',
    level: 'MUST',
    name: 'answers 409 to the creation of a document that exists',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const create = { create: { _id: id('a'), _type: type } };
        await commit(t, [create]);
        const error = assertMutationError(await mutate(t, [create]), 409, 'documentAlreadyExistsError');
        assert.equal(error.id, id('a'));
      }),
  },
  {
    id: 'content-mutate-004',
    level: 'MUST',
    name: 'replaces a document whole and keeps the date of its creation',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        await commit(t, [{ create: { _id: id('a'), _type: type, old: true } }]);
        const before = await stored(t, id('a'));
        const { results } = await commit(t, [
          { createOrReplace: { _id: id('a'), _type: type, young: true } },
        ]);
        const after = await stored(t, id('a'));
        assert.equal(results[0].operation, 'update');
        assert.equal(after._createdAt, before._createdAt);
        assert.deepEqual([after.old, after.young], [undefined, true]);
      }),
  },
  {
    id: 'content-mutate-005',
    level: 'MUST',
    name: 'leaves a document that exists alone with createIfNotExists',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        await commit(t, [{ create: { _id: id('a'), _type: type, n: 1 } }]);
        await commit(t, [{ createIfNotExists: { _id: id('a'), _type: type, n: 2 } }]);
        assert.equal((await stored(t, id('a'))).n, 1);
      }),
  },
  {
    id: 'content-mutate-006',
    level: 'MUST',
    name: 'deletes by id, and succeeds where there is nothing',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        await commit(t, [{ create: { _id: id('a'), _type: type } }]);
        const { results } = await commit(t, [{ delete: { id: id('a') } }]);
        assert.deepEqual(results, [{ id: id('a'), operation: 'delete' }]);
        assert.equal(await stored(t, id('a')), null);
        await commit(t, [{ delete: { id: id('a') } }]);
      }),
  },
  {
    id: 'content-mutate-007',
    level: 'MUST',
    name: 'deletes and patches by query',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        await commit(
          t,
          [1, 2, 3].map((n) => ({ create: { _id: id(`${n}`), _type: type, n } })),
        );
        const params = { type };
        await commit(t, [{ patch: { query: '*[_type == $type && n > 1]', params, inc: { n: 10 } } }]);
        await commit(t, [{ delete: { query: '*[_type == $type && n == 12]', params } }]);
        assert.deepEqual(await result(t, '*[_type == $type] | order(n asc).n', params), [1, 13]);
      }),
  },
  {
    id: 'content-mutate-008',
    level: 'MUST',
    name: 'carries a transaction out whole or not at all',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        await commit(t, [{ create: { _id: id('a'), _type: type, n: 1 } }]);
        const answer = await mutate(t, [
          { patch: { id: id('a'), set: { n: 2 } } },
          { create: { _id: id('b'), _type: type } },
          { create: { _id: id('a'), _type: type } },
        ]);
        assertMutationError(answer, 409, 'documentAlreadyExistsError');
        assert.deepEqual(await result(t, '*[_type == $type].n', { type }), [1]);
      }),
  },
  {
    id: 'content-mutate-009',
    level: 'MUST',
    name: 'answers 409 to a patch of another revision, and tells both',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const { transactionId } = await commit(t, [{ create: { _id: id('a'), _type: type } }]);
        const patch = { id: id('a'), ifRevisionID: 'another', set: { n: 1 } };
        const error = assertMutationError(
          await mutate(t, [{ patch }]),
          409,
          'documentRevisionIDDoesNotMatchError',
        );
        assert.equal(error.expectedRevisionID, 'another');
        assert.equal(error.currentRevisionID, transactionId);
        await commit(t, [{ patch: { ...patch, ifRevisionID: transactionId } }]);
      }),
  },
  {
    id: 'content-mutate-010',
    level: 'MUST',
    name: 'refuses to patch a document that does not exist',
    run: async (t) => {
      const answer = await mutate(t, [{ patch: { id: 'audit-none', set: { n: 1 } } }]);
      assert.ok([404, 409].includes(answer.status), `expected 404 or 409, got ${answer.status}`);
      assert.equal(answer.body.error.type, 'mutationError');
    },
  },
  {
    id: 'content-mutate-011',
    level: 'MUST',
    name: 'changes nothing in a dry run',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const { results } = await commit(t, [{ create: { _id: id('a'), _type: type } }], { dryRun: 'true' });
        assert.equal(results[0].operation, 'create');
        assert.equal(await stored(t, id('a')), null);
      }),
  },
  {
    id: 'content-mutate-012',
    level: 'MUST',
    name: 'takes the id of the transaction from the request, and makes it the revision',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const transactionId = id('transaction');
        const answer = await mutate(t, [{ create: { _id: id('a'), _type: type } }], {}, { transactionId });
        assert.equal(answer.body.transactionId, transactionId);
        assert.equal((await stored(t, id('a')))._rev, transactionId);
      }),
  },
  {
    id: 'content-mutate-013',
    level: 'MUST',
    name: 'answers 403 to a mutation with a token for reading',
    run: async (t) => {
      const create = { create: { _id: 'audit-never', _type: 'audit' } };
      const answer = await mutate(t, [create], {}, { token: t.readToken });
      assert.equal(answer.status, 403);
      assert.match(answer.body.error.description, /Insufficient permissions/);
    },
  },
  {
    id: 'content-mutate-014',
    level: 'MUST',
    name: 'refuses a strong reference to nothing, and takes a weak one',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const document = (name: string, ref: Record<string, unknown>) => [
          { create: { _id: id(name), _type: type, to: { _type: 'reference', _ref: id('none'), ...ref } } },
        ];
        assertMutationError(await mutate(t, document('a', {})), 409, 'documentReferenceDoesNotExistError');
        await commit(t, document('b', { _weak: true }));
      }),
  },
  {
    id: 'content-mutate-015',
    level: 'MUST',
    name: 'refuses to delete what is strongly referred to, unless both go together',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        await commit(t, [
          { create: { _id: id('a'), _type: type } },
          { create: { _id: id('b'), _type: type, to: { _ref: id('a') } } },
        ]);
        const answer = await mutate(t, [{ delete: { id: id('a') } }]);
        assert.equal(answer.status, 409);
        assert.match(
          answer.body.error.items[0].error.description,
          /cannot be deleted as there are references to it/,
        );
        await commit(t, [{ delete: { id: id('a') } }, { delete: { id: id('b') } }]);
      }),
  },
  {
    id: 'content-mutate-016',
    level: 'MUST',
    name: 'refuses what is not a mutation, a malformed id, a document without a type',
    run: async (t) => {
      for (const mutation of [
        { explode: { id: 'x' } },
        { create: { _id: 'no spaces', _type: 'x' } },
        { create: { _id: 'audit-untyped' } },
        { create: null },
      ])
        assert.equal((await mutate(t, [mutation])).status, 400, JSON.stringify(mutation));
    },
  },
  {
    id: 'content-mutate-017',
    level: 'SHOULD',
    name: 'gives keys to objects in arrays when asked',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const create = { _id: id('a'), _type: type, list: [{ n: 1 }, { n: 2, _key: 'mine' }, 'text'] };
        await commit(t, [{ create }], { autoGenerateArrayKeys: 'true' });
        const { list } = await stored(t, id('a'));
        assert.ok(list[0]._key.length > 3);
        assert.deepEqual(list.slice(1), [{ n: 2, _key: 'mine' }, 'text']);
      }),
  },
  {
    id: 'content-mutate-018',
    level: 'MUST',
    name: 'refuses a body of more than 4 MB',
    run: async (t) => {
      const body = { mutations: [{ create: { _type: 'audit', text: 'x'.repeat(4_100_000) } }] };
      const answer = await send(t, `/data/mutate/${t.dataset}`, { body, token: t.writeToken });
      assert.equal(answer.status, 413);
    },
  },
];
