import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { clientOf } from './client.ts';
import { type ContentTarget, commit, result, withScratch } from './target.ts';

const titles = async (t: ContentTarget, id: string) => [
  await result(t, '*[_id == $id][0].title', { id }, { perspective: 'raw' }),
  await result(t, '*[_id == $id][0].title', { id: `drafts.${id}` }, { perspective: 'raw' }),
];

/** What the official client calls actions (https://www.sanity.io/docs/http-reference/actions). */
export const contentActionsAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-action-001',
    level: 'MUST',
    name: 'publishes a draft: it takes the place of the published document',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const [publishedId, draftId] = [id('a'), `drafts.${id('a')}`];
        await commit(t, [
          { create: { _id: publishedId, _type: type, title: 'old' } },
          { create: { _id: draftId, _type: type, title: 'new' } },
        ]);
        const action = { actionType: 'sanity.action.document.publish', draftId, publishedId } as const;
        const { transactionId } = await clientOf(t).action(action);
        assert.deepEqual(await titles(t, publishedId), ['new', null]);
        assert.equal(await result(t, '*[_id == $id][0]._rev', { id: publishedId }), transactionId);
      }),
  },
  {
    id: 'content-action-002',
    level: 'MUST',
    name: 'unpublishes a document: it becomes the draft, unless there is one',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const client = clientOf(t);
        await commit(t, [
          { create: { _id: id('a'), _type: type, title: 'a' } },
          { create: { _id: id('b'), _type: type, title: 'b' } },
          { create: { _id: `drafts.${id('b')}`, _type: type, title: 'draft of b' } },
        ]);
        for (const name of ['a', 'b'])
          await client.action({
            actionType: 'sanity.action.document.unpublish',
            draftId: `drafts.${id(name)}`,
            publishedId: id(name),
          });
        assert.deepEqual(await titles(t, id('a')), [null, 'a']);
        assert.deepEqual(await titles(t, id('b')), [null, 'draft of b']);
      }),
  },
  {
    id: 'content-action-003',
    level: 'MUST',
    name: 'edits a draft, made from the published document where there is none, and discards it',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const [publishedId, draftId] = [id('a'), `drafts.${id('a')}`];
        const client = clientOf(t);
        await commit(t, [{ create: { _id: publishedId, _type: type, title: 'old', n: 1 } }]);
        await client.action({
          actionType: 'sanity.action.document.edit',
          draftId,
          publishedId,
          patch: { set: { title: 'edited' } },
        });
        assert.deepEqual(await titles(t, publishedId), ['old', 'edited']);
        await client.action({ actionType: 'sanity.action.document.discard', draftId });
        assert.deepEqual(await titles(t, publishedId), ['old', null]);
      }),
  },
  {
    id: 'content-action-004',
    level: 'MUST',
    name: 'carries out all the actions of a request or none',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const [publishedId, draftId] = [id('a'), `drafts.${id('a')}`];
        await commit(t, [{ create: { _id: draftId, _type: type, title: 'draft' } }]);
        const publish = { actionType: 'sanity.action.document.publish', draftId, publishedId } as const;
        const discard = {
          actionType: 'sanity.action.document.discard',
          draftId: `drafts.${id('none')}`,
        } as const;
        await assert.rejects(clientOf(t).action([publish, discard]));
        assert.deepEqual(await titles(t, publishedId), [null, 'draft']);
        await assert.rejects(clientOf(t).action({ ...publish, ifDraftRevisionId: 'stale' }), {
          statusCode: 409,
        });
      }),
  },
];
