import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LiveEvent, LiveEventMessage } from '@sanity/client';
import type { Change, ChangedDocument } from '../../../gateway/core/change.ts';
import { recordEvents } from '../../../gateway/emulators/content/testing/eventRecorder.ts';
import { createIndexWriter } from '../../../gateway/providers/search/indexing/writer.ts';
import { deliverSyncTags } from '../../support/contentWebhook.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

/** A stack without webhooks, which depends on live events and polling. */
let stack: Stack;
let changes: Change[] = [];
let stopListening: () => void;
beforeAll(async () => {
  stack = await startStack({
    env: { CACHE_TTL: '600' },
    timing: { reconnectDelayMs: 100, recheckDelayMs: 100 },
  });
  await waitForLiveEvents();
});
beforeEach(() => {
  changes = [];
  stopListening = stack.changes.listen((change) => changes.push(change));
});
afterEach(() => stopListening());
afterAll(() => stack.close());

const waitForLiveEvents = () =>
  within(500, async () => expect((await stack.control('content', 'GET', 'streams')).live).toBe(1));
const titleOf = async (slug: string) =>
  (await stack.query('query($slug: String!) { film(by: { slug: $slug }) { title } }', { slug })).data.film
    ?.title;
const rename = (title: string) => stack.editor.patch('film-lorenz').set({ title }).commit();
const operationOf = ({ operation }: ChangedDocument) => operation;
const fullResyncs = () => changes.filter(({ shouldInvalidateAll }) => shouldInvalidateAll).length;

describe('live events', () => {
  test('resume after a disconnect without a full resync', async () => {
    await titleOf('lorenz');
    await stack.control('content', 'POST', 'streams', { action: 'disconnect', kind: 'live' });
    await rename('Cut wings');
    await within(10_000, async () => expect(await titleOf('lorenz')).toBe('Cut wings'));
    expect(fullResyncs()).toBe(0);
  });

  test.each(['restart', 'end'])('cause a full resync after a stream %s', async (action) => {
    await titleOf('lorenz');
    await titleOf('boids');
    await stack.control('content', 'POST', 'streams', { action });
    await rename(`After ${action}`);
    await within(10_000, () => expect(fullResyncs()).toBeGreaterThan(0));
    await waitForLiveEvents();
    await within(500, async () => expect(await titleOf('lorenz')).toBe(`After ${action}`));
    const metrics = await (await fetch(`${stack.url}/metrics`)).text();
    expect(metrics).toMatch(/^trivium_changes_total\{source="all"\} [1-9]/m);
  });

  test('update responses and search without webhooks', async () => {
    const query = '{ film(by: { slug: "life" }) { title } search(query: "zygote") { totalCount } }';
    expect((await stack.query(query)).data.search.totalCount).toBe(0);
    await stack.editor.patch('film-life').set({ title: 'Zygote' }).commit();
    await within(2_000, async () =>
      expect((await stack.query(query)).data).toMatchObject({
        film: { title: 'Zygote' },
        search: { totalCount: 1 },
      }),
    );
  });

  test('remove the record of a document that is deleted beside an edit', async () => {
    // The index is read without searches, which find out by themselves that a document is gone.
    const writer = createIndexWriter(stack.config.search, stack.indexes.names);
    const id = 'article-four-numbers';
    const readRecord = async () => (await writer.get(writer.indexes.documents, [id]))[0];
    expect(await readRecord()).not.toBeNull();
    const edit = stack.editor.transaction().patch('film-boids', (patch) => patch.set({ title: 'Flock' }));
    await edit.delete(id).commit();
    await within(10_000, async () => expect(await readRecord()).toBeNull());
  }, 30_000);

  test('remove an unpublished document from responses, even if it has a draft', async () => {
    const id = 'film-brief';
    const film = { _type: 'film', title: 'Brief', slug: { _type: 'slug', current: 'brief' }, credits: [] };
    await stack.editor.create({ _id: id, ...film });
    await within(500, async () => expect(await titleOf('brief')).toBe('Brief'));
    await stack.editor
      .transaction()
      .create({ _id: `drafts.${id}`, ...film })
      .delete(id)
      .commit();
    await within(2_000, async () => expect(await titleOf('brief')).toBeUndefined());
    await rename('Later wings');
    await within(2_000, async () => expect(await titleOf('lorenz')).toBe('Later wings'));
    expect(await titleOf('brief')).toBeUndefined();
  });
});

describe('change listeners', () => {
  test('are told which documents were created', async () => {
    const id = 'topic-fresh';
    const operations = () =>
      changes.flatMap(({ documents }) => documents.filter((document) => document.id === id)).map(operationOf);
    await stack.editor.create({ _id: id, _type: 'topic', title: 'Fresh', slug: { current: 'fresh' } });
    await within(2_000, () => expect(operations()).toEqual(['create']));
    await stack.editor.patch(id).set({ title: 'Fresher' }).commit();
    await within(2_000, () => expect(operations()).toStrictEqual(['create', undefined]));
  });

  test('receive changed documents after responses have changed', async () => {
    await titleOf('lorenz');
    const titles: unknown[] = [];
    const stop = stack.changes.listen(({ documents }) => {
      if (documents.some(({ id }) => id === 'film-lorenz')) titles.push(titleOf('lorenz'));
    });
    try {
      await rename('New wings');
      await within(500, () => expect(titles.length).toBeGreaterThan(0));
      expect(await titles[0]).toBe('New wings');
      expect(changes.flatMap(({ documents }) => documents)).toContainEqual(
        expect.objectContaining({ id: 'film-lorenz', type: 'film' }),
      );
    } finally {
      stop();
    }
  });

  test('are called even if another listener throws', async () => {
    const stopThrowing = stack.changes.listen(() => {
      throw new Error('a fault of the listener');
    });
    let calls = 0;
    const stopCounting = stack.changes.listen(() => calls++);
    try {
      await rename('Third wings');
      await within(500, () => expect(calls).toBeGreaterThan(0));
    } finally {
      stopThrowing();
      stopCounting();
    }
  });
});

test('sync tags of a function: arrive before the live events of clients that wait for it', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const statuses: number[] = [];
  /** The deployed function: it forwards a delivery to the gateway when the test lets it. */
  const forwarder = createServer(async (request, response) => {
    const body = await text(request);
    await released;
    const { status } = await deliverSyncTags(stack.url, body);
    statuses.push(status);
    response.writeHead(status).end();
  });
  await once(forwarder.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(forwarder.address() as AddressInfo).port}`;
  await stack.control('content', 'PUT', 'functions', { endpoints: [{ url }] });
  const events = recordEvents<LiveEvent>(stack.editor.live.events({ waitFor: 'function' }));
  try {
    await events.waitFor(({ type }) => type === 'welcome');
    await rename('Two wings');
    // The gateway has the live event, and does not wait.
    await within(1_000, () =>
      expect(changes.some((change) => change.tags.some((tag) => tag.startsWith('content:s1:')))).toBe(true),
    );
    expect(await titleOf('lorenz')).toBe('Two wings');
    expect(events.events.map(({ type }) => type)).toEqual(['welcome']);
    release();
    const message = await events.waitFor(({ type }) => type === 'message');
    expect(statuses).toEqual([200]);
    const tags = (message as LiveEventMessage).tags.map((tag) => `content:${tag}`);
    const invalidated = changes.filter((change) => change.tags.includes(tags[0] as string));
    expect(invalidated).toMatchObject([{ tags }, { tags }]);
  } finally {
    events.stop();
    await stack.control('content', 'PUT', 'functions', { endpoints: [] });
    forwarder.close();
  }
});
