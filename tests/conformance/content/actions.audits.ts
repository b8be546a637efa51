import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { createSanityClient } from './client.ts';
import { type ContentTarget, commit, result, withScratch } from './target.ts';

const publishedAndDraftTitles = async (target: ContentTarget, id: string) => [
  await result(target, '*[_id == $id][0].title', { id }, { perspective: 'raw' }),
  await result(target, '*[_id == $id][0].title', { id: `drafts.${id}` }, { perspective: 'raw' }),
];

/** Actions: publish, unpublish, edit and discard (https://www.sanity.io/docs/http-reference/actions). */
export const contentActionsAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-action-001',
    level: 'MUST',
    name: 'publishes a draft: replaces the published document and removes the draft',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const [publishedId, draftId] = [id('a'), `drafts.${id('a')}`];
        await commit(target, [
          { create: { _id: publishedId, _type: type, title: 'old' } },
          { create: { _id: draftId, _type: type, title: 'new' } },
        ]);
        const action = { actionType: 'sanity.action.document.publish', draftId, publishedId } as const;
        const { transactionId } = await createSanityClient(target).action(action);
        assert.deepEqual(await publishedAndDraftTitles(target, publishedId), ['new', null]);
        assert.equal(await result(target, '*[_id == $id][0]._rev', { id: publishedId }), transactionId);
      }),
  },
  {
    id: 'content-action-002',
    level: 'MUST',
    name: 'unpublishes a document: it becomes the draft, unless a draft exists',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const client = createSanityClient(target);
        await commit(target, [
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
        assert.deepEqual(await publishedAndDraftTitles(target, id('a')), [null, 'a']);
        assert.deepEqual(await publishedAndDraftTitles(target, id('b')), [null, 'draft of b']);
      }),
  },
  {
    id: 'content-action-003',
    level: 'MUST',
    name: 'edits a draft, creates a missing draft from the published document, and discards it',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const [publishedId, draftId] = [id('a'), `drafts.${id('a')}`];
        const client = createSanityClient(target);
        await commit(target, [{ create: { _id: publishedId, _type: type, title: 'old', n: 1 } }]);
        await client.action({
          actionType: 'sanity.action.document.edit',
          draftId,
          publishedId,
          patch: { set: { title: 'edited' } },
        });
        assert.deepEqual(await publishedAndDraftTitles(target, publishedId), ['old', 'edited']);
        await client.action({ actionType: 'sanity.action.document.discard', draftId });
        assert.deepEqual(await publishedAndDraftTitles(target, publishedId), ['old', null]);
      }),
  },
  {
    id: 'content-action-004',
    level: 'MUST',
    name: 'applies all actions of a request or none',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const [publishedId, draftId] = [id('a'), `drafts.${id('a')}`];
        await commit(target, [{ create: { _id: draftId, _type: type, title: 'draft' } }]);
        const publish = { actionType: 'sanity.action.document.publish', draftId, publishedId } as const;
        const discard = {
          actionType: 'sanity.action.document.discard',
          draftId: `drafts.${id('none')}`,
        } as const;
        await assert.rejects(createSanityClient(target).action([publish, discard]));
        assert.deepEqual(await publishedAndDraftTitles(target, publishedId), [null, 'draft']);
        await assert.rejects(createSanityClient(target).action({ ...publish, ifDraftRevisionId: 'stale' }), {
          statusCode: 409,
        });
      }),
  },
];
