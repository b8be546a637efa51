import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { type ContentTarget, commit, fetchDocument, mutate, withScratch } from './target.ts';

/** Creates a document, patches it, and returns its attributes without those of the service. */
async function applyPatch(
  target: ContentTarget,
  before: Record<string, unknown>,
  patch: Record<string, unknown>,
) {
  let after: Record<string, unknown> = {};
  await withScratch(target, async ({ id, type }) => {
    await commit(target, [{ create: { _id: id('a'), _type: type, ...before } }]);
    await commit(target, [{ patch: { id: id('a'), ...patch } }]);
    after = await fetchDocument(target, id('a'));
  });
  return Object.fromEntries(
    Object.entries(after).filter(([name]) => !/^_(id|type|rev|createdAt|updatedAt)$/.test(name)),
  );
}

/** Creates an audit of one patch operation. */
function patchAudit(
  number: string,
  name: string,
  before: Record<string, unknown>,
  patch: Record<string, unknown>,
  after: Record<string, unknown>,
): Audit<ContentTarget> {
  return {
    id: `content-patch-${number}`,
    level: 'MUST',
    name,
    run: async (target) => assert.deepEqual(await applyPatch(target, before, patch), after),
  };
}

/** Patch operations. */
export const contentPatchAudits: readonly Audit<ContentTarget>[] = [
  patchAudit(
    '001',
    'sets attributes, also deep ones',
    { a: { b: 1 } },
    { set: { 'a.b': 2, c: [] } },
    { a: { b: 2 }, c: [] },
  ),
  patchAudit(
    '002',
    'sets missing attributes with setIfMissing',
    { a: 1 },
    { setIfMissing: { a: 2, b: 2 } },
    { a: 1, b: 2 },
  ),
  patchAudit(
    '003',
    'unsets attributes and items by key',
    { a: 1, l: [{ _key: 'x' }, { _key: 'y' }] },
    { unset: ['a', 'l[_key=="x"]'] },
    { l: [{ _key: 'y' }] },
  ),
  patchAudit(
    '004',
    'adds and subtracts',
    { a: 1, b: 5 },
    { inc: { a: 2 }, dec: { b: 1.5 } },
    { a: 3, b: 3.5 },
  ),
  patchAudit(
    '005',
    'inserts after the last item',
    { l: [1, 2] },
    { insert: { after: 'l[-1]', items: [3] } },
    { l: [1, 2, 3] },
  ),
  patchAudit(
    '006',
    'inserts before an item found by its key',
    { l: [{ _key: 'x' }] },
    { insert: { before: 'l[_key=="x"]', items: [{ _key: 'w' }] } },
    { l: [{ _key: 'w' }, { _key: 'x' }] },
  ),
  patchAudit(
    '007',
    'replaces a range of items',
    { l: [1, 2, 3, 4] },
    { insert: { replace: 'l[1:3]', items: ['x'] } },
    { l: [1, 'x', 4] },
  ),
  patchAudit(
    '008',
    'applies diffMatchPatch',
    { t: 'the quick fox' },
    { diffMatchPatch: { t: '@@ -1,13 +1,12 @@\n the \n-quick\n+slow\n  fox\n' } },
    { t: 'the slow fox' },
  ),
  patchAudit(
    '009',
    'sets an attribute at any depth',
    { a: { n: 1 }, l: [{ _key: 'k', n: 1 }] },
    { set: { '..n': 2 } },
    { a: { n: 2 }, l: [{ _key: 'k', n: 2 }] },
  ),
  {
    id: 'content-patch-010',
    level: 'MUST',
    name: 'rejects an operation on a value of another type',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const content = { n: 5, t: 'five', l: [{ _key: 'k', n: 'x' }] };
        await commit(target, [{ create: { _id: id('a'), _type: type, ...content } }]);
        for (const patch of [
          { diffMatchPatch: { n: '@@ -1 +1 @@\n-5\n+6\n' } },
          { diffMatchPatch: { l: '@@ -1 +1 @@\n-5\n+6\n' } },
          { inc: { t: 1 } },
          { dec: { 'l[_key=="k"].n': 1 } },
          { insert: { after: 't[-1]', items: ['x'] } },
          { set: { m: 'text' }, inc: { m: 1 } },
        ]) {
          const response = await mutate(target, [{ patch: { id: id('a'), ...patch } }]);
          assert.equal(response.status, 400, JSON.stringify(patch));
        }
        const { _id, _type, _rev, _createdAt, _updatedAt, ...left } = await fetchDocument(target, id('a'));
        assert.deepEqual(left, content);
      }),
  },
  patchAudit(
    '011',
    'applies its operations in order: unset after set, inserts last',
    { l: [1], n: 1 },
    {
      insert: { after: 'l[-1]', items: [3] },
      inc: { m: 2 },
      setIfMissing: { m: 1 },
      unset: ['n'],
      set: { 'l[0]': 2 },
    },
    { l: [2, 3], m: 3 },
  ),
  patchAudit(
    '012',
    'applies an operation once to each value of a range, a recursion and a union',
    { l: [1, 2, 3], m: [{ n: 1 }, { n: 2 }], o: [{ p: { q: 1 } }] },
    { inc: { 'l[0:2]': 10, 'm[0, 0:2, n > 1].n': 10, 'o..q': 10 } },
    { l: [11, 12, 3], m: [{ n: 11 }, { n: 12 }], o: [{ p: { q: 11 } }] },
  ),
  patchAudit(
    '013',
    'selects all items with [*]',
    { l: [1, 2], m: [{ n: 1 }, { n: 2, k: 3 }], t: [{ _key: '[*]', n: 1 }], u: [1] },
    {
      setIfMissing: { 'm[*].k': 4 },
      set: { 'm[*].n': 0, 't[_key == "[*]"].n': 2 },
      unset: ['u[*]'],
      inc: { 'l[*]': 1 },
    },
    {
      l: [2, 3],
      m: [
        { n: 0, k: 4 },
        { n: 0, k: 3 },
      ],
      t: [{ _key: '[*]', n: 2 }],
      u: [],
    },
  ),
  patchAudit(
    '014',
    'inserts once in each list that a path selects',
    { l: [{ m: [1] }, { m: [2] }, { m: [] }], o: { p: [{ _key: 'a' }, { _key: 'b' }] } },
    { insert: { after: 'l[0:3].m[-1]', items: [9] } },
    { l: [{ m: [1, 9] }, { m: [2, 9] }, { m: [9] }], o: { p: [{ _key: 'a' }, { _key: 'b' }] } },
  ),
  patchAudit(
    '015',
    'inserts after an item that a recursion finds',
    { o: { p: [{ _key: 'a' }, { _key: 'b' }] } },
    { insert: { after: '..[_key == "a"]', items: [{ _key: 'x' }] } },
    { o: { p: [{ _key: 'a' }, { _key: 'x' }, { _key: 'b' }] } },
  ),
  patchAudit(
    '016',
    'unsets each selected item once',
    {
      l: [{ n: 2, m: [1, 2, 3] }],
      o: [
        { n: 1, p: [{ n: 1 }] },
        { n: 2, p: [{ n: 1 }, { n: 3 }] },
      ],
    },
    { unset: ['l[n > 0, n == 2].m[0]', 'o..[n == 1]'] },
    { l: [{ n: 2, m: [2, 3] }], o: [{ n: 2, p: [{ n: 3 }] }] },
  ),
  patchAudit(
    '017',
    'compares with texts that have brackets',
    { l: [{ _key: 'k', t: 'a]', n: [1] }] },
    { set: { 'l[t == "a]"].u': 1 }, insert: { before: 'l[t == "a]"]', items: [{ _key: 'x' }] } },
    {
      l: [{ _key: 'x' }, { _key: 'k', t: 'a]', n: [1], u: 1 }],
    },
  ),
];
