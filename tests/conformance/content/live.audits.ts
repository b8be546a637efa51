import assert from 'node:assert/strict';
import type { LiveEvent } from '@sanity/client';
import { recordEvents } from '../../../gateway/emulators/content/testing/eventRecorder.ts';
import type { Audit } from '../shared/audit.ts';
import { type EventStream, openEventStream } from '../shared/eventStreamReader.ts';
import { createSanityClient } from './client.ts';
import { type ContentTarget, commit, query, send, withScratch } from './target.ts';

/** Opens the live stream, runs an audit with it, and closes it. `token: null` sends none. */
async function withLive(
  target: ContentTarget,
  run: (stream: EventStream) => Promise<void>,
  {
    search = '',
    lastEventId,
    token = null,
  }: { search?: string; lastEventId?: string | undefined; token?: string | null } = {},
): Promise<void> {
  const stream = await openEventStream(
    `${target.baseUrl}/v2025-02-19/data/live/events/${target.dataset}${search}`,
    {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  );
  try {
    await run(stream);
  } finally {
    stream.close();
  }
}

/** Reads the stream up to a message with one of the tags. */
async function nextMessageWith(stream: EventStream, tags: readonly string[]) {
  for (;;) {
    const { event, id, data } = await stream.next();
    assert.equal(event, 'message');
    assert.ok(Array.isArray(data.tags), `expected {"tags": […]}, got ${JSON.stringify(data).slice(0, 200)}`);
    if (data.tags.some((tag: string) => tags.includes(tag)))
      return { id: id as string, tags: data.tags as string[] };
  }
}

/** Returns the sync tags of a query for one document. */
async function syncTagsOf(
  target: ContentTarget,
  id: string,
  options: Record<string, string> = {},
): Promise<string[]> {
  const { body } = await query(target, '*[_id == $id][0]', { id }, options);
  return body.syncTags;
}

/** The live stream of sync tags (https://www.sanity.io/docs/http-reference/live). */
export const contentLiveAudits: readonly Audit<ContentTarget>[] = [
  {
    id: 'content-live-001',
    level: 'MUST',
    name: 'sends a welcome event with a position, without a token',
    run: (target) =>
      withLive(target, async (stream) => {
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
    name: 'sends the sync tags of changed documents and no others',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        await commit(target, [
          { create: { _id: id('a'), _type: type } },
          { create: { _id: id('b'), _type: type } },
        ]);
        const [a, b] = [await syncTagsOf(target, id('a')), await syncTagsOf(target, id('b'))];
        await withLive(target, async (stream) => {
          await stream.next();
          await commit(target, [{ patch: { id: id('a'), set: { n: 1 } } }]);
          const { tags } = await nextMessageWith(stream, a);
          assert.ok(!tags.some((tag) => b.includes(tag)), 'expected no tag of another document');
        });
      }),
  },
  {
    id: 'content-live-003',
    level: 'MUST',
    name: 'resumes after Last-Event-ID in order and without gaps',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const names = ['a', 'b', 'c'].map(id);
        const tags = await Promise.all(names.map((name) => syncTagsOf(target, name)));
        const create = (name: string) => commit(target, [{ create: { _id: name, _type: type } }]);
        let lastEventId: string | undefined;
        await withLive(target, async (stream) => {
          await stream.next();
          await create(names[0] as string);
          lastEventId = (await nextMessageWith(stream, tags[0] as string[])).id;
        });
        for (const name of names.slice(1)) await create(name);
        await withLive(
          target,
          async (stream) => {
            assert.equal((await stream.next()).event, 'welcome');
            const next = await stream.next();
            assert.ok(next.data.tags.some((tag: string) => tags[1]?.includes(tag)));
            await nextMessageWith(stream, tags[2] as string[]);
          },
          { lastEventId },
        );
      }),
  },
  {
    id: 'content-live-004',
    level: 'MUST',
    name: 'sends a restart event for an unknown Last-Event-ID',
    run: async (target) => {
      for (const lastEventId of ['MXxub3doZXJlMDAwMDE', 'not a position'])
        await withLive(
          target,
          async (stream) => {
            const { event, id } = await stream.next();
            assert.equal(event, 'restart');
            assert.match(id ?? '', /^[\w-]{6,}$/);
          },
          { lastEventId },
        );
    },
  },
  {
    id: 'content-live-005',
    level: 'MUST',
    name: 'sends tags of drafts with includeDrafts and a token only',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const drafts = await syncTagsOf(target, id('a'), { perspective: 'drafts' });
        const published = await syncTagsOf(target, id('b'));
        const draftThenPublished = () =>
          commit(target, [{ createOrReplace: { _id: `drafts.${id('a')}`, _type: type } }]).then(() =>
            commit(target, [{ createOrReplace: { _id: id('b'), _type: type } }]),
          );
        await withLive(target, async (stream) => {
          await stream.next();
          await draftThenPublished();
          const { tags } = await nextMessageWith(stream, [...drafts, ...published]);
          assert.ok(!tags.some((tag) => drafts.includes(tag)), 'expected no tags of drafts');
        });
        await withLive(
          target,
          async (stream) => {
            await stream.next();
            await draftThenPublished();
            await nextMessageWith(stream, drafts);
          },
          { search: '?includeDrafts=true', token: target.readToken },
        );
      }),
  },
  {
    id: 'content-live-006',
    level: 'MUST',
    name: 'responds 401 to includeDrafts without a token, and to a wrong token',
    run: async (target) => {
      const path = `/data/live/events/${target.dataset}`;
      assert.equal((await send(target, `${path}?includeDrafts=true`, { token: null })).status, 401);
      assert.equal((await send(target, path, { token: 'unknown' })).status, 401);
    },
  },
  {
    id: 'content-live-007',
    level: 'MUST',
    name: 'returns data of lastLiveEventId or later',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const tags = await syncTagsOf(target, id('a'));
        await withLive(target, async (stream) => {
          await stream.next();
          await commit(target, [{ create: { _id: id('a'), _type: type, n: 7 } }], { visibility: 'async' });
          const { id: lastLiveEventId } = await nextMessageWith(stream, tags);
          const client = createSanityClient(target);
          const options = { lastLiveEventId, cacheMode: 'noStale' } as const;
          assert.equal(await client.fetch('*[_id == $id][0].n', { id: id('a') }, options), 7);
        });
      }),
  },
  {
    id: 'content-live-008',
    level: 'MUST',
    name: 'works with the official client',
    run: (target) =>
      withScratch(target, async ({ id, type }) => {
        const tags = await syncTagsOf(target, id('a'));
        const recorder = recordEvents<LiveEvent>(createSanityClient(target).live.events());
        try {
          await recorder.waitFor(({ type: kind }) => kind === 'welcome', 10_000);
          await commit(target, [{ create: { _id: id('a'), _type: type } }]);
          const message = await recorder.waitFor(
            (event) => event.type === 'message' && event.tags.some((tag) => tags.includes(tag)),
            10_000,
          );
          assert.ok('id' in message && message.id.length > 0);
        } finally {
          recorder.stop();
        }
      }),
  },
  {
    id: 'content-live-009',
    level: 'SHOULD',
    name: 'reports allowed origins at /check/cors in every API version',
    run: async (target) => {
      const { status, body } = await send(target, '/check/cors', { token: null });
      assert.equal(status, 200);
      assert.equal(typeof body.result.allowed, 'boolean');
      assert.equal(typeof body.result.withCredentials, 'boolean');
    },
  },
];
