import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { type ContentTarget, commit, query, result, send, withScratch } from './target.ts';

/** Who sees what: by tokens, and by perspectives. */
export const contentSightAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-auth-001',
    level: 'MUST',
    name: 'answers 401 to a token that is not one',
    run: async (t) => {
      const answer = await query(t, '1', {}, {}, { token: 'wrong' });
      assert.equal(answer.status, 401);
      assert.equal(answer.body.error, 'Unauthorized');
      assert.equal(typeof answer.body.message, 'string');
    },
  },
  {
    id: 'content-auth-002',
    level: 'MUST',
    name: 'shows published documents of a public dataset without a token',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        await commit(t, [
          { create: { _id: id('a'), _type: type } },
          { create: { _id: `drafts.${id('b')}`, _type: type } },
          { create: { _id: `private.${id('c')}`, _type: type } },
        ]);
        for (const perspective of ['published', 'raw', 'drafts']) {
          const answer = await query(t, '*[_type == $type]._id', { type }, { perspective }, { token: null });
          assert.deepEqual(answer.body.result, [id('a')], perspective);
        }
      }),
  },
  {
    id: 'content-auth-003',
    level: 'MUST',
    name: 'answers 404 for a dataset that does not exist',
    run: async (t) => {
      const answer = await send(t, '/data/query/no-such-dataset?query=1');
      assert.equal(answer.status, 404);
      assert.match(answer.body.message, /no-such-dataset/);
    },
  },
  {
    id: 'content-perspective-001',
    level: 'MUST',
    name: 'shows published documents alone unless asked otherwise',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        await commit(t, [
          { create: { _id: id('a'), _type: type } },
          { create: { _id: `drafts.${id('a')}`, _type: type } },
          { create: { _id: `versions.rX.${id('a')}`, _type: type } },
        ]);
        assert.deepEqual(await result(t, '*[_type == $type]._id', { type }), [id('a')]);
      }),
  },
  {
    id: 'content-perspective-002',
    level: 'MUST',
    name: 'shows everything as it is stored in the raw perspective',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const ids = [id('a'), `drafts.${id('a')}`, `versions.rX.${id('a')}`];
        await commit(
          t,
          ids.map((_id) => ({ create: { _id, _type: type } })),
        );
        const found = await result(t, '*[_type == $type]._id', { type }, { perspective: 'raw' });
        assert.deepEqual(found.sort(), ids.sort());
      }),
  },
  {
    id: 'content-perspective-003',
    level: 'MUST',
    name: 'lays drafts over published documents, under the published id, and tells the original one',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        await commit(t, [
          { create: { _id: id('a'), _type: type, title: 'old' } },
          { create: { _id: `drafts.${id('a')}`, _type: type, title: 'new' } },
          { create: { _id: id('b'), _type: type, title: 'b' } },
        ]);
        const groq = '*[_type == $type] | order(_id asc){_id, _originalId, title}';
        assert.deepEqual(await result(t, groq, { type }, { perspective: 'drafts' }), [
          { _id: id('a'), _originalId: `drafts.${id('a')}`, title: 'new' },
          { _id: id('b'), _originalId: id('b'), title: 'b' },
        ]);
      }),
  },
  {
    id: 'content-perspective-004',
    level: 'MUST',
    name: 'follows references within the perspective',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        await commit(t, [
          { create: { _id: id('a'), _type: type, title: 'old' } },
          { create: { _id: `drafts.${id('a')}`, _type: type, title: 'new' } },
          { create: { _id: `drafts.${id('c')}`, _type: type, title: 'only a draft' } },
          {
            create: {
              _id: id('b'),
              _type: type,
              to: { _ref: id('a') },
              next: { _ref: id('c'), _weak: true },
            },
          },
        ]);
        const groq = '*[_id == $id][0]{"to": to->title, "next": next->title}';
        const params = { id: id('b') };
        assert.deepEqual(await result(t, groq, params), { to: 'old', next: null });
        assert.deepEqual(await result(t, groq, params, { perspective: 'drafts' }), {
          to: 'new',
          next: 'only a draft',
        });
      }),
  },
  {
    id: 'content-perspective-005',
    level: 'MUST',
    name: 'lays several perspectives over one another, the first highest',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        await commit(t, [
          { create: { _id: id('a'), _type: type, title: 'old' } },
          { create: { _id: `drafts.${id('a')}`, _type: type, title: 'draft' } },
          { create: { _id: `versions.rX.${id('a')}`, _type: type, title: 'release' } },
        ]);
        const seen = (perspective: string) => result(t, '*[_type == $type].title', { type }, { perspective });
        assert.deepEqual(await seen('rX,drafts'), ['release']);
        assert.deepEqual(await seen('drafts,rX'), ['draft']);
        assert.deepEqual(await seen('rOther'), ['old']);
      }),
  },
  {
    id: 'content-perspective-006',
    level: 'SHOULD',
    name: 'answers 400 to a perspective that cannot be',
    run: async (t) => assert.equal((await query(t, '1', {}, { perspective: 'a b' })).status, 400),
  },
];
