import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { createSanityClient } from './client.ts';
import { type ContentTarget, commit, query, result, send, withScratch } from './target.ts';

/** Visibility of documents by token and by perspective. */
export const contentPerspectiveAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-auth-001',
    level: 'MUST',
    name: 'responds 401 to an unknown token',
    run: async (target) => {
      const response = await query(target, '1', {}, {}, { token: 'wrong' });
      assert.equal(response.status, 401);
      assert.equal(response.body.error, 'Unauthorized');
      assert.equal(typeof response.body.message, 'string');
    },
  },
  {
    id: 'content-auth-002',
    level: 'MUST',
    name: 'returns published documents of a public dataset without a token',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await commit(target, [
          { create: { _id: id('a'), _type: type } },
          { create: { _id: `drafts.${id('b')}`, _type: type } },
          { create: { _id: `private.${id('c')}`, _type: type } },
        ]);
        for (const perspective of ['published', 'raw', 'drafts']) {
          const response = await query(
            target,
            '*[_type == $type]._id',
            { type },
            { perspective },
            { token: null },
          );
          assert.deepEqual(response.body.result, [id('a')], perspective);
        }
      }),
  },
  {
    id: 'content-auth-003',
    level: 'MUST',
    name: 'responds 404 for an unknown dataset',
    run: async (target) => {
      const response = await send(target, '/data/query/no-such-dataset?query=1');
      assert.equal(response.status, 404);
      assert.match(response.body.message, /no-such-dataset/);
    },
  },
  {
    id: 'content-perspective-001',
    level: 'MUST',
    name: 'returns published documents only by default',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await commit(target, [
          { create: { _id: id('a'), _type: type } },
          { create: { _id: `drafts.${id('a')}`, _type: type } },
          { create: { _id: `versions.rX.${id('a')}`, _type: type } },
        ]);
        assert.deepEqual(await result(target, '*[_type == $type]._id', { type }), [id('a')]);
      }),
  },
  {
    id: 'content-perspective-002',
    level: 'MUST',
    name: 'returns all documents with the raw perspective',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const ids = [id('a'), `drafts.${id('a')}`, `versions.rX.${id('a')}`];
        await commit(
          target,
          ids.map((_id) => ({ create: { _id, _type: type } })),
        );
        const found = await result(target, '*[_type == $type]._id', { type }, { perspective: 'raw' });
        assert.deepEqual(found.sort(), ids.sort());
      }),
  },
  {
    id: 'content-perspective-003',
    level: 'MUST',
    name: 'returns drafts in place of published documents, with the published _id and an _originalId',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await commit(target, [
          { create: { _id: id('a'), _type: type, title: 'old' } },
          { create: { _id: `drafts.${id('a')}`, _type: type, title: 'new' } },
          { create: { _id: id('b'), _type: type, title: 'b' } },
        ]);
        const groq = '*[_type == $type] | order(_id asc){_id, _originalId, title}';
        assert.deepEqual(await result(target, groq, { type }, { perspective: 'drafts' }), [
          { _id: id('a'), _originalId: `drafts.${id('a')}`, title: 'new' },
          { _id: id('b'), _originalId: id('b'), title: 'b' },
        ]);
      }),
  },
  {
    id: 'content-perspective-004',
    level: 'MUST',
    name: 'follows references within the perspective',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await commit(target, [
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
        assert.deepEqual(await result(target, groq, params), { to: 'old', next: null });
        assert.deepEqual(await result(target, groq, params, { perspective: 'drafts' }), {
          to: 'new',
          next: 'only a draft',
        });
      }),
  },
  {
    id: 'content-perspective-005',
    level: 'MUST',
    name: 'combines perspectives; the first one wins',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await commit(target, [
          { create: { _id: id('a'), _type: type, title: 'old' } },
          { create: { _id: `drafts.${id('a')}`, _type: type, title: 'draft' } },
          { create: { _id: `versions.rX.${id('a')}`, _type: type, title: 'release' } },
        ]);
        const titles = (perspective: string) =>
          result(target, '*[_type == $type].title', { type }, { perspective });
        assert.deepEqual(await titles('rX,drafts'), ['release']);
        assert.deepEqual(await titles('drafts,rX'), ['draft']);
        assert.deepEqual(await titles('rOther'), ['old']);
      }),
  },
  {
    id: 'content-perspective-007',
    level: 'MUST',
    name: 'returns no versions of releases before API version 2025-02-19',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const ids = [id('a'), `drafts.${id('a')}`, `versions.rX.${id('a')}`];
        await commit(
          target,
          ids.map((_id) => ({ create: { _id, _type: type } })),
        );
        const old = createSanityClient(target, { apiVersion: '2024-08-01', perspective: 'raw' });
        const found = await old.fetch('*[_type == $type] | order(_id asc)._id', { type });
        assert.deepEqual([...found], [id('a'), `drafts.${id('a')}`].sort());
        assert.equal(await old.getDocument(`versions.rX.${id('a')}`), undefined);
        await assert.rejects(old.fetch('1', {}, { perspective: ['rX'] }), { statusCode: 400 });
        await old.delete({ query: '*[_type == $type]', params: { type } });
        const left = await result(target, '*[_type == $type]._id', { type }, { perspective: 'raw' });
        assert.deepEqual(left, [`versions.rX.${id('a')}`]);
      }),
  },
  {
    id: 'content-perspective-006',
    level: 'SHOULD',
    name: 'responds 400 to an invalid perspective',
    run: async (target) => assert.equal((await query(target, '1', {}, { perspective: 'a b' })).status, 400),
  },
];
