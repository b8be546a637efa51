import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LiveEvent, SanityClient } from '@sanity/client';
import { within } from '../../../../tests/support/within.ts';
import { type EventRecorder, recordEvents } from '../testing/eventRecorder.ts';
import { startEmulator, type TestEmulator } from '../testing/startEmulator.ts';

// biome-ignore lint/suspicious/noExplicitAny: listen and live events have different types
type Event = any;

let testEmulator: TestEmulator;
let client: SanityClient;
let open: EventRecorder<Event>[];

beforeAll(async () => {
  testEmulator = await startEmulator({
    streams: { reconnectMs: 50, log: { transactions: 20 }, maxStreams: { live: 60, listen: 60 } },
  });
});
beforeEach(async () => {
  await testEmulator.reset();
  client = testEmulator.client();
  open = [];
});
afterEach(async () => {
  for (const recorder of open) recorder.stop();
  await within(500, async () => expect((await streams()).live + (await streams()).listen).toBe(0));
});
afterAll(() => testEmulator.close());

const streams = () => testEmulator.control('GET', 'streams');

function record(source: Parameters<typeof recordEvents<Event>>[0]): EventRecorder<Event> {
  const recorder = recordEvents<Event>(source);
  open.push(recorder);
  return recorder;
}

/**
 * Subscribes to live events and waits for the welcome; clients with different headers do not share a stream.
 */
async function live(name = 'one'): Promise<EventRecorder<LiveEvent>> {
  const recorder = record(testEmulator.client({ headers: { 'x-client': name } }).live.events());
  await recorder.waitFor(({ type }) => type === 'welcome');
  return recorder;
}

async function listener(
  options: Record<string, unknown> = {},
  query = '*[_type == "note"]',
): Promise<EventRecorder<Event>> {
  const events = ['welcome', 'mutation', 'reconnect', 'welcomeback', 'reset'];
  const recorder = record(client.listen(query, {}, { events, ...options } as never));
  await recorder.waitFor(({ type }) => type === 'welcome');
  return recorder;
}

/** Writes documents one after another. */
async function write(...ids: string[]): Promise<void> {
  for (const _id of ids) await client.createOrReplace({ _id, _type: 'note', at: Date.now() });
}

const typesOf = ({ events }: EventRecorder<Event>) => events.map(({ type }) => type);
/** Excludes the client's own `reconnect`, which comes at any time because it waits for a CORS check. */
const streamTypesOf = (recorder: EventRecorder<Event>) =>
  typesOf(recorder).filter((type) => type !== 'reconnect');
const documentsOf = ({ events }: EventRecorder<Event>) =>
  events.filter(({ type }) => type === 'mutation').map(({ documentId }) => documentId);

describe('content emulator streams: a disconnected client', () => {
  test('receives missed live events in order and once', async () => {
    const recorder = await live();
    await write('note-a');
    await recorder.waitFor(({ type }) => type === 'message');
    await testEmulator.control('POST', 'streams', { action: 'disconnect' });
    await write('note-b', 'note-c');
    await within(1_000, async () =>
      expect(recorder.events.filter(({ type }) => type === 'message')).toHaveLength(3),
    );
    expect(streamTypesOf(recorder)).toEqual(['welcome', 'message', 'welcome', 'message', 'message']);
    const messages = recorder.events.filter((event) => event.type === 'message');
    expect(new Set(messages.map(({ id }) => id)).size).toBe(3);
    const tags = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const { syncTags } = await client.fetch(`*[_id == "note-${name}"][0]`, {}, { filterResponse: false });
        return syncTags?.[0];
      }),
    );
    for (const [i, tag] of tags.entries()) expect(messages[i]?.tags).toContain(tag);
  });

  test('receives restart on the live stream when it misses too much', async () => {
    const recorder = await live();
    await write('note-a');
    await recorder.waitFor(({ type }) => type === 'message');
    // The client reconnects within 50 ms; the latency is longer than the missed writes take.
    const faults = [{ kind: 'latency', path: '/live/events', ms: 500 }];
    await testEmulator.control('PUT', 'faults', { faults });
    await testEmulator.control('POST', 'streams', { action: 'disconnect' });
    await Promise.all(Array.from({ length: 30 }, (_, i) => write(`note-${i}`)));
    await recorder.waitFor(({ type }) => type === 'restart');
    expect(streamTypesOf(recorder)).toEqual(['welcome', 'message', 'restart']);
    expect((await streams()).loggedTransactions).toBe(20);
    await write('note-z');
    await within(500, async () => expect(recorder.events.at(-1)?.type).toBe('message'));
  });

  test('receives missed events as a listener with enableResume, and a new welcome without', async () => {
    const [resuming, notResuming] = [await listener({ enableResume: true }), await listener()];
    await write('note-a');
    await resuming.waitFor(({ type }) => type === 'mutation');
    await notResuming.waitFor(({ type }) => type === 'mutation');
    await testEmulator.control('POST', 'streams', { action: 'disconnect' });
    await write('note-b', 'note-c');
    await resuming.waitFor(({ documentId }) => documentId === 'note-c');
    await within(500, async () =>
      expect(typesOf(notResuming).filter((type) => type === 'welcome')).toHaveLength(2),
    );
    await write('note-d');
    await notResuming.waitFor(({ documentId }) => documentId === 'note-d');
    expect(documentsOf(resuming).slice(0, 3)).toEqual(['note-a', 'note-b', 'note-c']);
    expect(typesOf(resuming)).toContain('welcomeback');
    expect(documentsOf(notResuming)).toEqual(['note-a', 'note-d']);
  });

  test('resumes within a transaction of several documents', async () => {
    const recorder = await listener({ enableResume: true });
    await client
      .transaction()
      .create({ _id: 'note-a', _type: 'note' })
      .create({ _id: 'note-b', _type: 'note' })
      .commit({ transactionId: 'both' });
    await recorder.waitFor(({ documentId }) => documentId === 'note-b');
    const abort = new AbortController();
    const response = await fetch(
      `${testEmulator.emulator.url}/v2025-02-19/data/listen/test?query=*&enableResume=true`,
      {
        headers: { 'last-event-id': 'both#note-a' },
        signal: abort.signal,
      },
    );
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.includes('id: both#note-b')) break;
    }
    abort.abort();
    expect(text).toContain('event: welcomeback');
    expect(text).not.toContain('id: both#note-a');
  });
});

describe('content emulator streams: limits', () => {
  test('the live stream ends with goaway when too many are open', async () => {
    const openStreams = await Promise.all(Array.from({ length: 60 }, (_, i) => live(`other-${i}`)));
    expect((await streams()).live).toBe(60);
    const rejected = record(testEmulator.client({ headers: { 'x-client': 'rejected' } }).live.events());
    expect(await rejected.waitFor(({ type }) => type === 'goaway')).toMatchObject({
      data: { reason: 'connection limit reached' },
      id: expect.any(String),
    });
    rejected.stop();
    for (const stream of openStreams) stream.stop();
    await within(500, async () => expect((await streams()).live).toBe(0));
  });

  test('a listener gets 429, which the client retries', async () => {
    const listeners = await Promise.all(Array.from({ length: 60 }, () => listener()));
    const rejected = record(client.listen('*', {}, { events: ['welcome', 'reconnect'] }));
    await rejected.waitFor(({ type }) => type === 'reconnect');
    for (const open of listeners) open.stop();
    await rejected.waitFor(({ type }) => type === 'welcome');
  });

  test('disconnect ends a listener permanently', async () => {
    const recorder = await listener();
    await testEmulator.control('POST', 'streams', {
      action: 'end',
      kind: 'listen',
      reason: 'dataset deleted',
    });
    expect(await recorder.waitForError()).toMatchObject({
      name: 'DisconnectError',
      message: expect.stringContaining('dataset deleted'),
    });
  });

  test('a client that does not read is disconnected', async () => {
    const { hostname, port } = new URL(testEmulator.emulator.url);
    const slow = connect(Number(port), hostname);
    slow.on('error', () => undefined);
    slow.pause();
    slow.write('GET /vX/data/listen/test?query=*&includeResult=true HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
    await within(500, async () => expect((await streams()).listen).toBe(1));
    const text = 'x'.repeat(3_000_000);
    for (let i = 0; i < 8; i += 1) await client.createOrReplace({ _id: 'note-big', _type: 'note', text });
    await within(500, async () => expect((await streams()).listen).toBe(0));
    slow.destroy();
  });
});

test('content emulator streams: reset sends restart to live streams and reconnects listeners', async () => {
  const [recorder, listening] = [await live(), await listener()];
  await testEmulator.reset();
  await recorder.waitFor(({ type }) => type === 'restart');
  await within(1_000, async () =>
    expect(typesOf(listening).filter((type) => type === 'welcome')).toHaveLength(2),
  );
});

test('content emulator streams: dry runs and failed transactions send no events', async () => {
  const recorder = await listener();
  await client.create({ _id: 'note-dry', _type: 'note' }, { dryRun: true });
  await client
    .transaction()
    .create({ _id: 'note-rejected', _type: 'note' })
    .patch('missing', (patch) => patch.set({ n: 1 }))
    .commit()
    .catch(() => undefined);
  await write('note-real');
  await recorder.waitFor(({ type }) => type === 'mutation');
  expect(documentsOf(recorder)).toEqual(['note-real']);
});

test.each([
  ['count(*)', 'a query of documents'],
  ['*[_type == $type]', 'param $type referenced, but not provided'],
  ['*[text::search(title)]', 'Undefined function'],
])('content emulator streams: a listener for %s gets an error', async (query, message) => {
  const recorder = record(client.listen(query));
  expect((await recorder.waitForError()).message).toContain(message);
});

describe('content emulator streams: query lag', () => {
  const LAG_MS = 300;
  const setLag = (queryLagMs: number) => testEmulator.control('PUT', 'streams', { queryLagMs });
  const count = (options: Record<string, unknown> = {}) =>
    client.fetch('count(*[_type == "note"])', {}, options);
  test('live events arrive before queries see the change, unless the query names the event', async () => {
    const recorder = await live();
    await setLag(60_000);
    await client.create({ _id: 'note-a', _type: 'note' }, { visibility: 'async' });
    const message = await recorder.waitFor(({ type }) => type === 'message');
    expect(await count()).toBe(0);
    expect(await count({ lastLiveEventId: (message as { id: string }).id })).toBe(1);
    expect(await client.getDocument('note-a')).toMatchObject({ _type: 'note' });
    await setLag(0);
    expect(await count()).toBe(1);
  });

  test('a synchronous mutation responds when queries see the change', async () => {
    await setLag(LAG_MS);
    await client.create({ _id: 'note-a', _type: 'note' }, { visibility: 'sync' });
    expect(await count()).toBe(1);
  });

  test('listeners with visibility query wait for queries', async () => {
    const [early, late] = [await listener(), await listener({ visibility: 'query' })];
    await setLag(60_000);
    await client.create({ _id: 'note-a', _type: 'note' }, { visibility: 'async' });
    await early.waitFor(({ type }) => type === 'mutation');
    expect([await count(), documentsOf(late)]).toEqual([0, []]);
    await setLag(0);
    await late.waitFor(({ type }) => type === 'mutation');
    expect(await count()).toBe(1);
  });

  test('reset removes the lag', async () => {
    await setLag(60_000);
    await testEmulator.reset();
    expect((await streams()).queryLagMs).toBe(0);
    await client.create({ _id: 'note-a', _type: 'note' }, { visibility: 'async' });
    expect(await count()).toBe(1);
  });
});
