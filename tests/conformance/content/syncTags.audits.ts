import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { type ContentTarget, commit, query, withScratch } from './target.ts';

/** Runs a query and returns its sync tags. */
async function syncTagsOf(
  target: ContentTarget,
  groq: string,
  params: Record<string, unknown>,
): Promise<string[]> {
  const { body } = await query(target, groq, params);
  assert.ok(Array.isArray(body.syncTags), `expected syncTags, got ${JSON.stringify(body).slice(0, 200)}`);
  return body.syncTags;
}

/** Sync tags of queries. The audits of the live stream check which changes invalidate which tags. */
export const contentTagsAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-tags-001',
    level: 'MUST',
    name: 'returns opaque sync tags with a query',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await commit(target, [{ create: { _id: id('a'), _type: type } }]);
        const tags = await syncTagsOf(target, '*[_type == $type]', { type });
        assert.ok(tags.length > 0);
        for (const tag of tags) assert.match(tag, /^s1:[\w+/=-]+$/);
      }),
  },
  {
    id: 'content-tags-002',
    level: 'MUST',
    name: 'returns equal tags for equal queries',
    run: async (target) =>
      assert.deepEqual(
        await syncTagsOf(target, '*[_id == $id][0]', { id: 'audit-x' }),
        await syncTagsOf(target, '*[_id == $id][0]', { id: 'audit-x' }),
      ),
  },
  {
    id: 'content-tags-003',
    level: 'SHOULD',
    name: 'returns different tags for different documents',
    run: async (target) => {
      const [x, y] = await Promise.all(
        ['audit-x', 'audit-y'].map((id) => syncTagsOf(target, '*[_id == $id][0]', { id })),
      );
      assert.ok(!x?.some((tag) => y?.includes(tag)), 'expected no tag in common');
    },
  },
];
