import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { createSanityClient } from './client.ts';
import {
  assertMutationError,
  type ContentTarget,
  commit,
  mutate,
  result,
  send,
  withScratch,
} from './target.ts';

/** Rejected transactions. */
export const contentMutationErrorAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-mutate-003',
    level: 'MUST',
    name: 'responds 409 to create for an existing document',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const create = { create: { _id: id('a'), _type: type } };
        await commit(target, [create]);
        const error = assertMutationError(await mutate(target, [create]), 409, 'documentAlreadyExistsError');
        assert.equal(error.id, id('a'));
      }),
  },
  {
    id: 'content-mutate-009',
    level: 'MUST',
    name: 'responds 409 with both revisions to a patch of another revision',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const { transactionId } = await commit(target, [{ create: { _id: id('a'), _type: type } }]);
        const patch = { id: id('a'), ifRevisionID: 'another', set: { n: 1 } };
        const error = assertMutationError(
          await mutate(target, [{ patch }]),
          409,
          'documentRevisionIDDoesNotMatchError',
        );
        assert.equal(error.expectedRevisionID, 'another');
        assert.equal(error.currentRevisionID, transactionId);
        await commit(target, [{ patch: { ...patch, ifRevisionID: transactionId } }]);
      }),
  },
  {
    id: 'content-mutate-010',
    level: 'MUST',
    name: 'rejects a patch of a missing document',
    run: async (target) => {
      const response = await mutate(target, [{ patch: { id: 'audit-none', set: { n: 1 } } }]);
      assert.ok([404, 409].includes(response.status), `expected 404 or 409, got ${response.status}`);
      assert.equal(response.body.error.type, 'mutationError');
    },
  },
  {
    id: 'content-mutate-013',
    level: 'MUST',
    name: 'responds 403 to a mutation with a read token',
    run: async (target) => {
      const create = { create: { _id: 'audit-never', _type: 'audit' } };
      const response = await mutate(target, [create], {}, { token: target.readToken });
      assert.equal(response.status, 403);
      assert.match(response.body.error.description, /Insufficient permissions/);
    },
  },
  {
    id: 'content-mutate-014',
    level: 'MUST',
    name: 'rejects a strong reference to a missing document and accepts a weak one',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const document = (name: string, ref: Record<string, unknown>) => [
          { create: { _id: id(name), _type: type, to: { _type: 'reference', _ref: id('none'), ...ref } } },
        ];
        assertMutationError(
          await mutate(target, document('a', {})),
          409,
          'documentReferenceDoesNotExistError',
        );
        await commit(target, document('b', { _weak: true }));
      }),
  },
  {
    id: 'content-mutate-015',
    level: 'MUST',
    name: 'rejects the deletion of a strongly referenced document, unless the transaction deletes both',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await commit(target, [
          { create: { _id: id('a'), _type: type } },
          { create: { _id: id('b'), _type: type, to: { _ref: id('a') } } },
        ]);
        const response = await mutate(target, [{ delete: { id: id('a') } }]);
        assert.equal(response.status, 409);
        assert.match(
          response.body.error.items[0].error.description,
          /cannot be deleted as there are references to it/,
        );
        await commit(target, [{ delete: { id: id('a') } }, { delete: { id: id('b') } }]);
      }),
  },
  {
    id: 'content-mutate-019',
    level: 'MUST',
    name: 'responds 409 to a transaction id that was used, unless nothing was committed',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const transactionId = id('transaction');
        await commit(target, [{ create: { _id: id('a'), _type: type, n: 0 } }]);
        const increment = [{ patch: { id: id('a'), inc: { n: 1 } } }];
        const failing = [...increment, { patch: { id: id('none'), inc: { n: 1 } } }];
        assert.notEqual((await mutate(target, failing, {}, { transactionId })).status, 200);
        assert.equal((await mutate(target, increment, { dryRun: 'true' }, { transactionId })).status, 200);
        assert.equal((await mutate(target, increment, {}, { transactionId })).status, 200);
        for (const repeated of [
          await mutate(target, increment, {}, { transactionId }),
          await mutate(target, increment, { transactionId }),
          await mutate(target, [{ create: { _id: id('b'), _type: type } }], {}, { transactionId }),
        ])
          assert.equal(repeated.status, 409);
        const action = {
          actionType: 'sanity.action.document.version.discard',
          versionId: 'drafts.none',
        } as const;
        await assert.rejects(createSanityClient(target).action(action, { transactionId }), {
          statusCode: 409,
        });
        assert.equal(await result(target, '*[_id == $id][0].n', { id: id('a') }), 1);
      }),
  },
  {
    id: 'content-mutate-016',
    level: 'MUST',
    name: 'rejects an unknown mutation, a malformed id and a document without _type',
    run: async (target) => {
      for (const mutation of [
        { explode: { id: 'x' } },
        { create: { _id: 'no spaces', _type: 'x' } },
        { create: { _id: 'two..dots', _type: 'x' } },
        { createOrReplace: { _id: 'drafts..', _type: 'x' } },
        { delete: { id: '-dash' } },
        { create: { _id: 'audit-untyped' } },
        { create: null },
      ])
        assert.equal((await mutate(target, [mutation])).status, 400, JSON.stringify(mutation));
    },
  },
  {
    id: 'content-mutate-018',
    level: 'MUST',
    name: 'rejects a body over 4 MB',
    run: async (target) => {
      const body = { mutations: [{ create: { _type: 'audit', text: 'x'.repeat(4_100_000) } }] };
      const response = await send(target, `/data/mutate/${target.dataset}`, {
        body,
        token: target.writeToken,
      });
      assert.equal(response.status, 413);
    },
  },
];
