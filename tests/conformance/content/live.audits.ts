import assert from 'node:assert/strict';
import type { LiveEvent } from '@sanity/client';
import { recordEvents } from '../../../gateway/emulators/content/testing/eventRecorder.ts';
import type { Audit } from '../shared/audit.ts';
import { clientOf } from './client.ts';
import { openStream, type WireStream } from './eventStreamReader.ts';
import { type ContentTarget, commit, query, send, withScratch } from './target.ts';

/** Opens the stream, and leaves it when the work is done. `token: null` sends none. */
async function withLive(
  target: ContentTarget,
  work: (stream: WireStream) => Promise<void>,
  {
    search = '',
    last,
    token = null,
  }: { search?: string; last?: string | undefined; token?: string | null } = {},
): Promise<void> {
  const stream = await openStream(
    `${target.baseUrl}/v2025-02-19/data/live/events/${target.dataset}${search}`,
    {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(last !== undefined && { 'last-event-id': last }),
    },
  );
  try {
    await work(stream);
  } finally {
    stream.close();
  }
}

/** Reads on until a message hits one of the tags. */
async function messageFor(stream: WireStream, tags: readonly string[]) {
  for (;;) {
    const { event, id, data } = await stream.next();
    assert.equal(event, 'message');
    assert.ok(Array.isArray(data.tags), `expected {"tags": […]}, got ${JSON.stringify(data).slice(0, 200)}`);
    if (data.tags.some((tag: string) => tags.includes(tag)))
      return { id: id as string, tags: data.tags as string[] };
  }
}

/** The sync tags of a look at one document. */
async function tagsOf(
  target: ContentTarget,
  id: string,
  options: Record<string, string> = {},
): Promise<string[]> {
  const { body } = await query(target, '*[_id == $id][0]', { id }, options);
  return body.syncTags;
}

/** The stream of sync tags (https://www.sanity.io/docs/http-reference/live). */
export const contentLiveAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-live-001',
    level: 'MUST',
    name: 'welcomes whoever comes, without a token, and says where in the stream they are',
    run: (t) =>
      withLive(t, async (stream) => {
        assert.equal(stream.status, 200);
        assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream/);
        const { event, id, data } = await stream.next();
        assert.equal(event, 'welcome');
        assert.match(id ?? '', /^[\w-]{6,}$/);
        assert.deepEqual(data, {});
      }),
  },
  {
    id: 'content-live-002',
    level: 'MUST',
    name: 'announces a change by the tags of the queries that it alters, and of no others',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        await commit(t, [
          { create: { _id: id('a'), _type: type } },
          { create: { _id: id('b'), _type: type } },
        ]);
        const [a, b] = [await tagsOf(t, id('a')), await tagsOf(t, id('b'))];
        await withLive(t, async (stream) => {
          await stream.next();
          await commit(t, [{ patch: { id: id('a'), set: { n: 1 } } }]);
          const { tags } = await messageFor(stream, a);
          assert.ok(!tags.some((tag) => b.includes(tag)), 'expected no tag of another document');
        });
      }),
  },
  {
    id: 'content-live-003',
    level: 'MUST',
    name: 'goes on after the event a client names, in order and without a gap',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const names = ['a', 'b', 'c'].map(id);
        const tags = await Promise.all(names.map((name) => tagsOf(t, name)));
        const create = (name: string) => commit(t, [{ create: { _id: name, _type: type } }]);
        let last: string | undefined;
        await withLive(t, async (stream) => {
          await stream.next();
          await create(names[0] as string);
          last = (await messageFor(stream, tags[0] as string[])).id;
        });
        for (const name of names.slice(1)) await create(name);
        await withLive(
          t,
          async (stream) => {
            assert.equal((await stream.next()).event, 'welcome');
            const next = await stream.next();
            assert.ok(next.data.tags.some((tag: string) => tags[1]?.includes(tag)));
            await messageFor(stream, tags[2] as string[]);
          },
          { last },
        );
      }),
  },
  {
    id: 'content-live-004',
    level: 'MUST',
    name: 'says that it starts anew when the event named is not one it knows',
    run: async (t) => {
      for (const last of ['MXxub3doZXJlMDAwMDE', 'not a position'])
        await withLive(
          t,
          async (stream) => {
            const { event, id } = await stream.next();
            assert.equal(event, 'restart');
            assert.match(id ?? '', /^[\w-]{6,}$/);
          },
          { last },
        );
    },
  },
  {
    id: 'content-live-005',
    level: 'MUST',
    name: 'tells of drafts only those who ask for them with a token',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const drafts = await tagsOf(t, id('a'), { perspective: 'drafts' });
        const published = await tagsOf(t, id('b'));
        const draftThenPublished = () =>
          commit(t, [{ createOrReplace: { _id: `drafts.${id('a')}`, _type: type } }]).then(() =>
            commit(t, [{ createOrReplace: { _id: id('b'), _type: type } }]),
          );
        await withLive(t, async (stream) => {
          await stream.next();
          await draftThenPublished();
          const { tags } = await messageFor(stream, [...drafts, ...published]);
          assert.ok(!tags.some((tag) => drafts.includes(tag)), 'expected nothing of drafts');
        });
        await withLive(
          t,
          async (stream) => {
            await stream.next();
            await draftThenPublished();
            await messageFor(stream, drafts);
          },
          { search: '?includeDrafts=true', token: t.readToken },
        );
      }),
  },
  {
    id: 'content-live-006',
    level: 'MUST',
    name: 'refuses drafts without a token, and any wrong token',
    run: async (t) => {
      const path = `/data/live/events/${t.dataset}`;
      assert.equal((await send(t, `${path}?includeDrafts=true`, { token: null })).status, 401);
      assert.equal((await send(t, path, { token: 'nobody' })).status, 401);
    },
  },
  {
    id: 'content-live-007',
    level: 'MUST',
    name: 'answers a query that names a live event as of that event or later',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const tags = await tagsOf(t, id('a'));
        await withLive(t, async (stream) => {
          await stream.next();
          await commit(t, [{ create: { _id: id('a'), _type: type, n: 7 } }], { visibility: 'async' });
          const { id: lastLiveEventId } = await messageFor(stream, tags);
          const client = clientOf(t);
          const options = { lastLiveEventId, cacheMode: 'noStale' } as const;
          assert.equal(await client.fetch('*[_id == $id][0].n', { id: id('a') }, options), 7);
        });
      }),
  },
  {
    id: 'content-live-008',
    level: 'MUST',
    name: 'is followed by the official client',
    run: (t) =>
      withScratch(t, async ({ id, type }) => {
        const tags = await tagsOf(t, id('a'));
        const heard = recordEvents<LiveEvent>(clientOf(t).live.events());
        try {
          await heard.waitFor(({ type: kind }) => kind === 'welcome', 10_000);
          await commit(t, [{ create: { _id: id('a'), _type: type } }]);
          const message = await heard.waitFor(
            (event) => event.type === 'message' && event.tags.some((tag) => tags.includes(tag)),
            10_000,
          );
          assert.ok('id' in message && message.id.length > 0);
        } finally {
          heard.stop();
        }
      }),
  },
  {
    id: 'content-live-009',
    level: 'SHOULD',
    name: 'says which origins may ask, whatever version is asked',
    run: async (t) => {
      const { status, body } = await send(t, '/check/cors', { token: null });
      assert.equal(status, 200);
      assert.equal(typeof body.result.allowed, 'boolean');
      assert.equal(typeof body.result.withCredentials, 'boolean');
    },
  },
];
