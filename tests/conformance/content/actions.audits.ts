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
  {
    id: 'content-action-005',
    level: 'MUST',
    name: 'strengthens references on publishing, unless their field is weak, and then requires their targets',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const [publishedId, draftId] = [id('a'), `drafts.${id('a')}`];
        const reference = (weak?: boolean) => ({
          _type: 'reference',
          _ref: id('b'),
          _weak: true,
          _strengthenOnPublish: { type, template: { id: type }, ...(weak !== undefined && { weak }) },
        });
        const weak = { _type: 'reference', _ref: id('b'), _weak: true };
        const content = {
          to: reference(),
          inner: { list: [{ _key: 'k', ...reference(false) }] },
          soft: reference(true),
          weak,
        };
        await commit(target, [{ create: { _id: draftId, _type: type, ...content } }]);
        const publish = { actionType: 'sanity.action.document.publish', draftId, publishedId } as const;
        await assert.rejects(createSanityClient(target).action(publish), { statusCode: 409 });
        await commit(target, [{ create: { _id: id('b'), _type: type } }]);
        await createSanityClient(target).action(publish);
        const strong = { _type: 'reference', _ref: id('b') };
        const fields = await result(target, '*[_id == $id][0]{to, inner, soft, weak}', { id: publishedId });
        assert.deepEqual(fields, {
          to: strong,
          inner: { list: [{ _key: 'k', ...strong }] },
          soft: weak,
          weak,
        });
      }),
  },
  {
    id: 'content-action-006',
    level: 'MUST',
    name: 'deletes a document only together with its draft and versions',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const [publishedId, draftId] = [id('a'), `drafts.${id('a')}`];
        await commit(
          target,
          [publishedId, draftId].map((_id) => ({ create: { _id, _type: type } })),
        );
        const remove = { actionType: 'sanity.action.document.delete', publishedId } as const;
        const client = createSanityClient(target);
        await assert.rejects(client.action({ ...remove, includeDrafts: [] }), { statusCode: 409 });
        await client.action({ ...remove, includeDrafts: [draftId] });
        assert.equal(await result(target, 'count(*[_type == $type])', { type }, { perspective: 'raw' }), 0);
      }),
  },
  {
    id: 'content-action-007',
    level: 'MUST',
    name: 'rejects unknown actions, and actions on releases together with actions on documents',
    run: (target) =>
      withScratch(target, async ({ id }) => {
        const discard = {
          actionType: 'sanity.action.document.version.discard',
          versionId: `drafts.${id('a')}`,
        } as const;
        const create = { actionType: 'sanity.action.release.create', releaseId: id('r') } as const;
        const client = createSanityClient(target);
        await assert.rejects(client.action([create, discard]), { statusCode: 400 });
        await assert.rejects(client.action({ ...create, actionType: 'explode' as never }), {
          statusCode: 400,
        });
        const old = createSanityClient(target, { apiVersion: '2024-08-01' });
        await assert.rejects(old.action(create), { statusCode: 400 });
        assert.equal(await client.releases.get({ releaseId: id('r') }), undefined);
      }),
  },
  {
    id: 'content-action-008',
    level: 'MUST',
    name: 'creates a draft where nothing is published, and replaces a draft where there is a document',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const [publishedId, draftId] = [id('a'), `drafts.${id('a')}`];
        const attributes = { _id: draftId, _type: type, title: 'draft' };
        const create = {
          actionType: 'sanity.action.document.create',
          publishedId,
          attributes,
          ifExists: 'fail',
        } as const;
        const replace = {
          actionType: 'sanity.action.document.replaceDraft',
          publishedId,
          attributes,
        } as const;
        const client = createSanityClient(target);
        await assert.rejects(client.action(replace), { statusCode: 404 });
        const elsewhere = { ...attributes, _id: `drafts.${id('b')}` };
        await assert.rejects(client.action({ ...create, attributes: elsewhere }), { statusCode: 400 });
        await client.action(create);
        await assert.rejects(client.action(create), { statusCode: 409 });
        await client.action({ ...create, ifExists: 'ignore' });
        await client.action({ ...replace, attributes: { ...attributes, title: 'replaced' } });
        assert.deepEqual(await publishedAndDraftTitles(target, publishedId), [null, 'replaced']);
        await client.action({ actionType: 'sanity.action.document.publish', draftId, publishedId });
        await assert.rejects(client.action(create), { statusCode: 409 });
        await client.action(replace);
        assert.deepEqual(await publishedAndDraftTitles(target, publishedId), ['replaced', 'draft']);
      }),
  },
];
