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

/** A reference to a document of another dataset that has the id of a document of this one. */
const elsewhere = (id: string) => ({
  _type: 'crossDatasetReference',
  _ref: id,
  _weak: true,
  _dataset: 'another',
  _projectId: 'another',
});

/** References between documents. */
export const contentReferenceAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-reference-001',
    level: 'MUST',
    name: 'does not follow a reference to another dataset to a document of this one',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const [here, there] = [{ _type: 'reference', _ref: id('a') }, elsewhere(id('a'))];
        await commit(target, [
          { create: { _id: id('a'), _type: type, name: 'a' } },
          {
            create: {
              _id: id('b'),
              _type: type,
              here,
              there,
              both: [
                { ...here, _key: 'h' },
                { ...there, _key: 't' },
              ],
            },
          },
        ]);
        const groq = `*[_id == $id][0]{
          "here": here->name, "there": there->name, "both": both[]->name, "keyed": both[]{_key, "name": @->name},
          "outer": *[_id == $a][0]{"name": ^.there->name}.name
        }`;
        assert.deepEqual(await result(target, groq, { id: id('b'), a: id('a') }), {
          here: 'a',
          there: null,
          both: ['a', null],
          keyed: [
            { _key: 'h', name: 'a' },
            { _key: 't', name: null },
          ],
          outer: null,
        });
        const filtered = '*[_type == $type && there->name == "a"]._id';
        assert.deepEqual(await result(target, filtered, { type }), []);
      }),
  },
  {
    id: 'content-reference-002',
    level: 'MUST',
    name: 'does not check the target of a reference to another dataset, which a document of this one may not block',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const { _weak, ...strong } = elsewhere(id('a'));
        await commit(target, [{ create: { _id: id('a'), _type: type } }]);
        const media = { _type: 'globalDocumentReference', _ref: 'media-library:mlAudit:none' };
        const create = {
          create: { _id: id('b'), _type: type, a: strong, none: { ...strong, _ref: id('none') }, media },
        };
        await commit(target, [create], { skipCrossDatasetReferenceValidation: 'true' });
        await commit(target, [{ delete: { id: id('a') } }]);
      }),
  },
  {
    id: 'content-reference-005',
    level: 'MUST',
    name: 'rejects the deletion of a document with a strong reference of a draft, and accepts one with weak references',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const remove = { delete: { id: id('a') } };
        await commit(target, [
          { create: { _id: id('a'), _type: type } },
          { create: { _id: `drafts.${id('b')}`, _type: type, to: { _ref: id('a') } } },
          { create: { _id: id('c'), _type: type, to: { _ref: id('a'), _weak: true } } },
        ]);
        assertMutationError(await mutate(target, [remove]), 409, 'documentHasExistingReferencesError');
        await commit(target, [{ patch: { id: `drafts.${id('b')}`, set: { 'to._weak': true } } }, remove]);
      }),
  },
  {
    id: 'content-reference-003',
    level: 'MUST',
    name: 'rejects a strong reference of a published document to a draft or a version',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const unpublished = [`drafts.${id('a')}`, `versions.rX.${id('a')}`];
        await commit(
          target,
          unpublished.map((_id) => ({ create: { _id, _type: type } })),
        );
        for (const _ref of unpublished) {
          const to = [{ _key: 'k', _ref }];
          const published = await mutate(target, [{ create: { _id: id('b'), _type: type, to } }]);
          const error = assertMutationError(published, 409, 'documentReferenceDoesNotExistError');
          assert.equal(error.referenceID, _ref);
          await commit(target, [
            { createOrReplace: { _id: id('c'), _type: type, to: [{ _key: 'k', _ref, _weak: true }] } },
            { createOrReplace: { _id: `drafts.${id('d')}`, _type: type, to } },
          ]);
          const patch = { id: id('c'), unset: ['to[0]._weak'] };
          assertMutationError(await mutate(target, [{ patch }]), 409, 'documentReferenceDoesNotExistError');
        }
      }),
  },
  {
    id: 'content-reference-004',
    level: 'MUST',
    name: 'rejects another type for a document with strong references to it',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const replace = { createOrReplace: { _id: id('a'), _type: `${type}2` } };
        await commit(target, [
          { create: { _id: id('a'), _type: type } },
          { create: { _id: id('b'), _type: type, to: { _ref: id('a') } } },
        ]);
        for (const mutations of [
          [replace],
          [{ delete: { id: id('a') } }, { create: replace.createOrReplace }],
        ])
          assertMutationError(await mutate(target, mutations), 409, 'documentHasExistingReferencesError');
        await commit(target, [{ createOrReplace: { _id: id('a'), _type: type, title: 'a' } }]);
        await commit(target, [{ patch: { id: id('b'), set: { 'to._weak': true } } }, replace]);
        assert.equal((await fetchDocument(target, id('a')))._type, `${type}2`);
        await commit(target, [{ delete: { id: id('a') } }]);
      }),
  },
];
