import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

let stack: Stack;
let now = Date.now();

const HOUR_MS = 60 * 60_000;
const TITLE = '{ film(by: { slug: "ripples" }) { title } }';
const NAME = '{ person(by: { slug: "edward-lorenz" }) { name } }';

beforeAll(async () => {
  stack = await startStack({
    hasIndex: false,
    now: () => now,
    timing: { reconnectDelayMs: 100, reportIntervalMs: 50, pollIntervalWithoutEventsMs: 1_000 },
  });
});
beforeEach(async () => {
  await stack.setFaults('content');
  await untilLeased(true);
  await stack.cache.invalidateAll();
}, 60_000);
afterAll(() => stack.close());

const untilLeased = (isLeased: boolean) =>
  within(10_000, () => expect(stack.cache.isLeased()).toBe(isLeased));
/** Advances the clock of the cache while the lease is extended. */
const advanceLeased = async (ms: number) => {
  now += ms;
  await untilLeased(true);
};
const cutLiveEvents = async () => {
  await stack.setFaults('content', [{ kind: 'status', status: 503, path: '/data/live' }]);
  await stack.control('content', 'POST', 'streams', { action: 'disconnect', kind: 'live' });
};
const metricOf = async (by: string) => {
  const metrics = await (await fetch(`${stack.url}/metrics`)).text();
  return new RegExp(`^trivium_changes_reported_by\\{by="${by}"\\} (\\d)`, 'm').exec(metrics)?.[1];
};
const nameOf = async () => (await stack.query(NAME)).data.person.name;
const rename = (name: string) => stack.editor.patch('person-lorenz').set({ name }).commit();
const contentRequests = async () => (await stack.requests()).content.length;

describe('lease: while live events are connected', () => {
  test('a response costs one content request in 10 hours, and an edit shows at once', async () => {
    const name = await nameOf();
    await stack.clearRequests();
    for (let hours = 0; hours < 10; hours += 5) {
      await advanceLeased(5 * HOUR_MS);
      expect(await nameOf()).toBe(name);
    }
    expect(await contentRequests()).toBe(0);
    expect(await metricOf('live_events')).toBe('1');
    await rename('E. Lorenz');
    await within(500, async () => expect(await nameOf()).toBe('E. Lorenz'));
  });

  test('a response and its CDN copy state CACHE_TTL, which ends a lost copy', async () => {
    // No earlier test has changed a topic, whose results would be held for seconds.
    const query = '{ topic(by: { slug: "chaos" }) { title } }';
    const url = `${stack.url}/graphql?query=${encodeURIComponent(query)}`;
    await fetch(url);
    await advanceLeased(HOUR_MS);
    const { headers } = await fetch(url);
    expect(headers.get('cache-status')).toBe('trivium; hit; ttl=60');
    expect(headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=60,/);
  });

  test('a response with a part that no event reports lives for CACHE_TTL', async () => {
    const query = '{ film(by: { slug: "ripples" }) { title video { status } } }';
    await stack.query(query);
    await stack.clearRequests();
    await advanceLeased(61_000 + HOUR_MS);
    const response = await fetch(`${stack.url}/graphql?query=${encodeURIComponent(query)}`);
    expect(response.headers.get('cache-status')).toBe('trivium; fwd=miss');
    // Its content is leased, however.
    expect(await contentRequests()).toBe(0);
  });
});

describe('lease: without live events', () => {
  test('an edit shows after CACHE_TTL at the latest, even if webhooks are lost and polls fail', async () => {
    // No earlier test has changed a film, whose results would be held for seconds.
    const titleOf = async () => (await stack.query(TITLE)).data.film.title;
    await titleOf();
    await advanceLeased(2 * HOUR_MS);
    await stack.setFaults('content', [
      { kind: 'status', status: 503, path: '/data/live' },
      { kind: 'status', status: 503, query: 'tag=trivium.poll' },
    ]);
    await stack.control('content', 'POST', 'streams', { action: 'disconnect', kind: 'live' });
    await untilLeased(false);
    const former = await titleOf();
    await stack.editor.patch('film-ripples').set({ title: 'Later ripples' }).commit();
    now += 50_000;
    expect(await titleOf()).toBe(former);
    now += 11_000 + 30_000;
    await within(500, async () => expect(await titleOf()).toBe('Later ripples'));
    expect(await metricOf('polling')).toBe('1');
  }, 30_000);

  test('polling begins within seconds, and finds an edit', async () => {
    await nameOf();
    await cutLiveEvents();
    await untilLeased(false);
    await rename('Polled');
    await within(1_000, async () => expect(await nameOf()).toBe('Polled'));
  }, 30_000);

  test('delivered webhooks that a poll has confirmed extend the lease', async () => {
    await cutLiveEvents();
    await untilLeased(false);
    await stack.connectWebhooks();
    await rename('Delivered');
    await within(10_000, async () => expect(await metricOf('webhooks')).toBe('1'));
    await untilLeased(true);
    // Results are held for seconds after an edit.
    await within(10_000, async () => {
      await nameOf();
      await stack.clearRequests();
      await advanceLeased(6 * HOUR_MS);
      expect(await nameOf()).toBe('Delivered');
      expect(await contentRequests()).toBe(0);
    });
  }, 45_000);
});
