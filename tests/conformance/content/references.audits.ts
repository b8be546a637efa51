import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { type ContentTarget, commit, result, withScratch } from './target.ts';

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
];
