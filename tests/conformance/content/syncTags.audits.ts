import assert from 'node:assert/strict';
import type { Audit } from '../shared/audit.ts';
import { type ContentTarget, commit, query, withScratch } from './target.ts';

/** The sync tags of a query's answer. */
async function tagsOf(t: ContentTarget, groq: string, params: Record<string, unknown>): Promise<string[]> {
  const { body } = await query(t, groq, params);
  assert.ok(Array.isArray(body.syncTags), `expected syncTags, got ${JSON.stringify(body).slice(0, 200)}`);
  return body.syncTags;
}

/** What an answer says of its freshness. Which news hits which tags is heard on the live stream. */
export const contentTagsAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-tags-001',
    level: 'MUST',
    name: 'names what a query depends on in opaque tags',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        await commit(t, [{ create: { _id: id('a'), _type: type } }]);
        const tags = await tagsOf(t, '*[_type == $type]', { type });
        assert.ok(tags.length > 0);
        for (const tag of tags) assert.match(tag, /^s1:[\w+/=-]+$/);
      }),
  },
  {
    id: 'content-tags-002',
    level: 'MUST',
    name: 'names the same things by the same tags',
    run: async (t) =>
      assert.deepEqual(
        await tagsOf(t, '*[_id == $id][0]', { id: 'audit-x' }),
        await tagsOf(t, '*[_id == $id][0]', { id: 'audit-x' }),
      ),
  },
  {
    id: 'content-tags-003',
    level: 'SHOULD',
    name: 'tells documents apart',
    run: async (t) => {
      const [x, y] = await Promise.all(
        ['audit-x', 'audit-y'].map((id) => tagsOf(t, '*[_id == $id][0]', { id })),
      );
      assert.ok(!x?.some((tag) => y?.includes(tag)), 'expected no tag in common');
    },
  },
];
