import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LiveEvent, SanityClient } from '@sanity/client';
import { type Heard, hear } from './fixture/heard.ts';
import { type RunningTwin, runTwin } from './fixture/running.ts';

/** What comes is looked at freely. */
// biome-ignore lint/suspicious/noExplicitAny: listeners and live streams tell in shapes of their own
type Event = any;

let running: RunningTwin;
let client: SanityClient;
let open: Heard<Event>[];

beforeAll(async () => {
  running = await runTwin({
    news: { reconnect: 50, log: { transactions: 20 }, most: { live: 60, listen: 60 } },
  });
});
beforeEach(async () => {
  await running.reset();
  client = running.client();
  open = [];
});
afterEach(async () => {
  for (const heard of open) heard.stop();
  await until(async () => (await news()).live + (await news()).listen === 0);
});
afterAll(() => running.close());

const news = () => running.control('GET', 'news');

function hearing(source: Parameters<typeof hear<Event>>[0]): Heard<Event> {
  const heard = hear<Event>(source);
  open.push(heard);
  return heard;
}

/** Follows live events from the welcome on; clients of other headers do not share a stream. */
async function live(name = 'one'): Promise<Heard<LiveEvent>> {
  const heard = hearing(running.client({ headers: { 'x-who': name } }).live.events());
  await heard.until(({ type }) => type === 'welcome');
  return heard;
}

async function listener(
  options: Record<string, unknown> = {},
  query = '*[_type == "note"]',
): Promise<Heard<Event>> {
  const events = ['welcome', 'mutation', 'reconnect', 'welcomeback', 'reset'];
  const heard = hearing(client.listen(query, {}, { events, ...options } as never));
  await heard.until(({ type }) => type === 'welcome');
  return heard;
}

/** Writes documents one after another. */
async function write(...ids: string[]): Promise<void> {
  for (const _id of ids) await client.createOrReplace({ _id, _type: 'note', at: Date.now() });
}

async function until(met: () => Promise<boolean>, ms = 5_000): Promise<void> {
  const late = Date.now() + ms;
  while (!(await met())) {
    if (Date.now() > late) throw new Error(`expected it within ${ms} ms`);
    await new Promise((go) => setTimeout(go, 10));
  }
}

const typesOf = ({ events }: Heard<Event>) => events.map(({ type }) => type);
/** Without the client's own `reconnect`, which waits for its look at CORS and so comes at any time. */
const toldOf = (heard: Heard<Event>) => typesOf(heard).filter((type) => type !== 'reconnect');
const documentsOf = ({ events }: Heard<Event>) =>
  events.filter(({ type }) => type === 'mutation').map(({ documentId }) => documentId);

describe('whoever was cut off', () => {
  test('hears on the live stream what it missed, in order and once', async () => {
    const heard = await live();
    await write('note-a');
    await heard.until(({ type }) => type === 'message');
    await running.control('POST', 'news', { do: 'cut' });
    await write('note-b', 'note-c');
    await until(async () => heard.events.filter(({ type }) => type === 'message').length === 3);
    expect(toldOf(heard)).toEqual(['welcome', 'message', 'welcome', 'message', 'message']);
    const messages = heard.events.filter((event) => event.type === 'message');
    expect(new Set(messages.map(({ id }) => id)).size).toBe(3);
    const tags = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const { syncTags } = await client.fetch(`*[_id == "note-${name}"][0]`, {}, { filterResponse: false });
        return syncTags?.[0];
      }),
    );
    for (const [i, tag] of tags.entries()) expect(messages[i]?.tags).toContain(tag);
  });

  test('hears on the live stream that it starts anew when it was away for too long', async () => {
    const heard = await live();
    await write('note-a');
    await heard.until(({ type }) => type === 'message');
    // The client is back within 50 ms; its way is made longer than what is missed takes.
    const faults = [{ kind: 'latency', path: '/live/events', ms: 500 }];
    await running.control('PUT', 'faults', { faults });
    await running.control('POST', 'news', { do: 'cut' });
    await Promise.all(Array.from({ length: 30 }, (_, i) => write(`note-${i}`)));
    await heard.until(({ type }) => type === 'restart');
    expect(toldOf(heard)).toEqual(['welcome', 'message', 'restart']);
    expect((await news()).kept).toBe(20);
    await write('note-z');
    await until(async () => heard.events.at(-1)?.type === 'message');
  });

  test('hears as a listener what it missed when it may resume, and is welcomed anew when not', async () => {
    const [resuming, forgetful] = [await listener({ enableResume: true }), await listener()];
    await write('note-a');
    await resuming.until(({ type }) => type === 'mutation');
    await forgetful.until(({ type }) => type === 'mutation');
    await running.control('POST', 'news', { do: 'cut' });
    await write('note-b', 'note-c');
    await resuming.until(({ documentId }) => documentId === 'note-c');
    await until(async () => typesOf(forgetful).filter((type) => type === 'welcome').length === 2);
    await write('note-d');
    await forgetful.until(({ documentId }) => documentId === 'note-d');
    expect(documentsOf(resuming).slice(0, 3)).toEqual(['note-a', 'note-b', 'note-c']);
    expect(typesOf(resuming)).toContain('welcomeback');
    expect(documentsOf(forgetful)).toEqual(['note-a', 'note-d']);
  });

  test('goes on within a transaction of several documents', async () => {
    const heard = await listener({ enableResume: true });
    await client
      .transaction()
      .create({ _id: 'note-a', _type: 'note' })
      .create({ _id: 'note-b', _type: 'note' })
      .commit({ transactionId: 'both' });
    await heard.until(({ documentId }) => documentId === 'note-b');
    const leaving = new AbortController();
    const response = await fetch(
      `${running.twin.url}/v2025-02-19/data/listen/test?query=*&enableResume=true`,
      {
        headers: { 'last-event-id': 'both#note-a' },
        signal: leaving.signal,
      },
    );
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk);
      if (text.includes('id: both#note-b')) break;
    }
    leaving.abort();
    expect(text).toContain('event: welcomeback');
    expect(text).not.toContain('id: both#note-a');
  });
});

describe('whoever cannot be kept', () => {
  test('is let go from the live stream with a reason, when there are too many', async () => {
    const others = await Promise.all(Array.from({ length: 60 }, (_, i) => live(`other-${i}`)));
    expect((await news()).live).toBe(60);
    const late = hearing(running.client({ headers: { 'x-who': 'late' } }).live.events());
    expect(await late.until(({ type }) => type === 'goaway')).toMatchObject({
      data: { reason: 'connection limit reached' },
      id: expect.any(String),
    });
    late.stop();
    for (const other of others) other.stop();
    await until(async () => (await news()).live === 0);
  });

  test('is refused as a listener with 429, which the client retries', async () => {
    const others = await Promise.all(Array.from({ length: 60 }, () => listener()));
    const late = hearing(client.listen('*', {}, { events: ['welcome', 'reconnect'] }));
    await late.until(({ type }) => type === 'reconnect');
    for (const other of others) other.stop();
    await late.until(({ type }) => type === 'welcome');
  });

  test('is disconnected as a listener for good', async () => {
    const heard = await listener();
    await running.control('POST', 'news', { do: 'dismiss', kind: 'listen', reason: 'dataset deleted' });
    expect(await heard.failure()).toMatchObject({
      name: 'DisconnectError',
      message: expect.stringContaining('dataset deleted'),
    });
  });

  test('is cut off when it does not read', async () => {
    const { hostname, port } = new URL(running.twin.url);
    const lazy = connect(Number(port), hostname);
    lazy.on('error', () => undefined);
    lazy.pause();
    lazy.write('GET /vX/data/listen/test?query=*&includeResult=true HTTP/1.1\r\nhost: twin\r\n\r\n');
    await until(async () => (await news()).listen === 1);
    const text = 'x'.repeat(3_000_000);
    for (let i = 0; i < 8; i += 1) await client.createOrReplace({ _id: 'note-big', _type: 'note', text });
    await until(async () => (await news()).listen === 0);
    lazy.destroy();
  });
});

test('a reset is a restart for those who follow, and a welcome for those who listen', async () => {
  const [heard, listening] = [await live(), await listener()];
  await running.reset();
  await heard.until(({ type }) => type === 'restart');
  await until(async () => typesOf(listening).filter((type) => type === 'welcome').length === 2);
});

test('what did not happen is not told', async () => {
  const heard = await listener();
  await client.create({ _id: 'note-dry', _type: 'note' }, { dryRun: true });
  await client
    .transaction()
    .create({ _id: 'note-refused', _type: 'note' })
    .patch('missing', (patch) => patch.set({ n: 1 }))
    .commit()
    .catch(() => undefined);
  await write('note-real');
  await heard.until(({ type }) => type === 'mutation');
  expect(documentsOf(heard)).toEqual(['note-real']);
});

test.each([
  ['count(*)', 'a query of documents'],
  ['*[_type == $type]', 'param $type referenced, but not provided'],
  ['*[text::search(title)]', 'Undefined function'],
])('a listener for %s is told what is wrong', async (query, fault) => {
  const heard = hearing(client.listen(query));
  expect((await heard.failure()).message).toContain(fault);
});

describe('queries that lag behind', () => {
  const LAG = 300;
  const count = (options: Record<string, unknown> = {}) =>
    client.fetch('count(*[_type == "note"])', {}, options);
  beforeEach(() => running.control('PUT', 'news', { lag: LAG }));

  test('are told of before they see it, unless they name the event', async () => {
    const heard = await live();
    await client.create({ _id: 'note-a', _type: 'note' }, { visibility: 'async' });
    const message = await heard.until(({ type }) => type === 'message');
    expect(await count()).toBe(0);
    expect(await count({ lastLiveEventId: (message as { id: string }).id })).toBe(1);
    expect(await client.getDocument('note-a')).toMatchObject({ _type: 'note' });
    await until(async () => (await count()) === 1);
  });

  test('see a change when a synchronous mutation has answered', async () => {
    const begun = performance.now();
    await client.create({ _id: 'note-a', _type: 'note' }, { visibility: 'sync' });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(LAG - 5);
    expect(await count()).toBe(1);
  });

  test('are waited for by listeners who ask for that', async () => {
    const [early, late] = [await listener(), await listener({ visibility: 'query' })];
    await client.create({ _id: 'note-a', _type: 'note' }, { visibility: 'async' });
    await early.until(({ type }) => type === 'mutation');
    expect([await count(), documentsOf(late)]).toEqual([0, []]);
    await late.until(({ type }) => type === 'mutation');
    expect(await count()).toBe(1);
  });

  test('lag no more after a reset', async () => {
    await running.reset();
    expect((await news()).lag).toBe(0);
    await client.create({ _id: 'note-a', _type: 'note' }, { visibility: 'async' });
    expect(await count()).toBe(1);
  });
});
