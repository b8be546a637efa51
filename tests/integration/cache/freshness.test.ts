import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type BlockingProxy, startBlockingProxy } from '../../support/blockingProxy.ts';
import { createApiKey } from '../../support/createApiKey.ts';
import { type Stack, startStack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

let stack: Stack;
let proxy: BlockingProxy;
let now = Date.now();
const advanceClock = (seconds: number) => {
  now += 1000 * seconds;
};

beforeAll(async () => {
  proxy = await startBlockingProxy();
  stack = await startStack({
    now: () => now,
    // The circuit breaker stays closed in all tests.
    resilience: { maxConsecutiveFailures: Number.POSITIVE_INFINITY },
    hasIndex: false,
    env: { SANITY_API_HOST: proxy.url, CONSUME_CHANGES: 'off' },
  });
  proxy.target = stack.emulators.content.url;
});
afterAll(async () => {
  await stack.close();
  proxy.close();
});
afterEach(async () => {
  await stack.setFaults('content');
  await stack.cache.invalidateAll();
  // Ends the pause that a provider has requested with Retry-After.
  advanceClock(60);
});

const queryTitle = async (name = 'Film') => {
  const query = `query ${name} { film(by: { slug: "ripples" }) { title } }`;
  const response = await fetch(`${stack.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data, errors, extensions } = (await response.json()) as {
    data: { film: { title: string } | null };
    errors?: { extensions: { code: string } }[];
    extensions?: { freshness?: { stale: string[]; age: number } };
  };
  return {
    title: data.film?.title,
    code: errors?.[0]?.extensions.code,
    freshness: extensions?.freshness,
    cacheControl: response.headers.get('cache-control'),
    cacheStatus: response.headers.get('cache-status'),
  };
};
/** Changes the title of the film while `work` runs. */
async function withTitle(title: string, work: () => Promise<void>): Promise<void> {
  const film = await stack.editor.fetch('*[_type == "film" && slug.current == "ripples"][0]');
  await stack.editor.patch(film._id).set({ title }).commit();
  try {
    await work();
  } finally {
    await stack.editor.patch(film._id).set({ title: film.title }).commit();
  }
}
const REQUESTS_IN_FLIGHT = /^trivium_requests_in_flight (\d+)/m;
const disconnectedClients = (kind: string) =>
  new RegExp(`^trivium_request_duration_seconds_count\\{.*kind="${kind}".*status="499"\\} (\\d+)`, 'm');
const CANCELLED_CALLS =
  /^trivium_upstream_request_duration_seconds_count\{.*provider="content",outcome="cancelled".*\} (\d+)/m;
const metricOf = async (line: RegExp) =>
  Number(line.exec(await (await fetch(`${stack.url}/metrics`)).text())?.[1]);
const contentCalls = async () => (await stack.requests()).content.length;

test('lifetime: a response with a video that is not ready is cached for 4 s, however old its other parts are', async () => {
  const lifetime = async () => {
    const query = encodeURIComponent('{ film(by: { slug: "sunflower" }) { title video { status } } }');
    const response = await fetch(`${stack.url}/graphql?query=${query}`);
    expect(await response.json()).toMatchObject({ data: { film: { video: { status: 'PREPARING' } } } });
    return /s-maxage=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1];
  };
  expect(await lifetime()).toBe('4');
  advanceClock(10);
  expect(await lifetime()).toBe('4');
  advanceClock(1);
  expect(await lifetime()).toBe('3');
});

test('stale-while-revalidate: returns the former response once more, for a second, while it is loaded again', async () => {
  const { title } = await queryTitle();
  await withTitle('Rings', async () => {
    advanceClock(61);
    const former = await queryTitle();
    expect(former).toMatchObject({ title, freshness: undefined });
    expect(former.cacheControl).toMatch(/^public, max-age=0, s-maxage=1,/);
    expect(former.cacheStatus).toBe('trivium; fwd=stale');
    await within(500, async () => expect((await queryTitle()).title).toBe('Rings'));
    expect(await queryTitle()).toMatchObject({ title: 'Rings', freshness: undefined });
  });
});

test('stale-while-revalidate: a CDN that revalidates at the expiry gets 304, and then the change', async () => {
  const url = `${stack.url}/graphql?query=${encodeURIComponent('{ film(by: { slug: "ripples" }) { title } }')}`;
  const etag = (await fetch(url)).headers.get('etag') ?? '';
  const revalidate = () => fetch(url, { headers: { 'if-none-match': etag } });
  await withTitle('Rings', async () => {
    advanceClock(61);
    const { status, headers } = await revalidate();
    expect([status, headers.get('etag'), headers.get('cache-status')]).toEqual([
      304,
      etag,
      'trivium; fwd=stale',
    ]);
    expect(headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=1,/);
    await within(500, async () => expect(await (await revalidate()).text()).toContain('Rings'));
  });
});

test('stale-while-revalidate: sends one upstream request for concurrent requests', async () => {
  await queryTitle();
  advanceClock(61);
  await stack.clearRequests();
  await Promise.all(Array.from({ length: 20 }, () => queryTitle()));
  await within(500, async () => expect(await contentCalls()).toBe(1));
});

test('stale-while-revalidate: waits for a fresh response after its window', async () => {
  await queryTitle();
  await withTitle('Rings', async () => {
    advanceClock(91);
    expect(await queryTitle()).toMatchObject({ title: 'Rings', freshness: undefined });
  });
});

describe('stale-if-error', () => {
  test('returns a stale response, marked as such, for up to an hour', async () => {
    const { title } = await queryTitle();
    await stack.setFaults('content', [{ kind: 'status', status: 503 }]);
    advanceClock(100);
    expect(await queryTitle()).toMatchObject({
      title,
      code: undefined,
      freshness: { stale: ['content'], age: 100 },
    });
    advanceClock(3500);
    expect(await queryTitle()).toMatchObject({ title, freshness: { stale: ['content'] } });
    advanceClock(100);
    expect(await queryTitle()).toMatchObject({
      title: undefined,
      code: 'UPSTREAM_UNAVAILABLE',
      freshness: undefined,
    });
    await stack.setFaults('content');
    expect(await queryTitle()).toMatchObject({ title, freshness: undefined });
  });

  test('sends no requests for the duration of Retry-After', async () => {
    await queryTitle();
    advanceClock(100);
    await stack.setFaults('content', [{ kind: 'status', status: 429, headers: { 'retry-after': '5' } }]);
    await queryTitle();
    await stack.clearRequests();
    advanceClock(4);
    expect((await queryTitle()).freshness).toBeDefined();
    expect(await contentCalls()).toBe(0);
    advanceClock(2);
    await queryTitle();
    expect(await contentCalls()).toBe(1);
  });

  test.each(['reset', 'garbage', 'shape', 'truncate'] as const)(
    'does not cache a response with fault %s',
    async (kind) => {
      await stack.setFaults('content', [{ kind }]);
      expect(await queryTitle()).toMatchObject({
        title: undefined,
        code: expect.stringMatching(/^UPSTREAM_/),
      });
      await stack.setFaults('content');
      expect((await queryTitle()).title).toBeTruthy();
    },
  );

  test('does not return an invalidated response', async () => {
    await queryTitle();
    await stack.setFaults('content', [{ kind: 'status', status: 503 }]);
    await stack.cache.invalidate(['content:type:film']);
    expect(await queryTitle()).toMatchObject({ title: undefined, code: 'UPSTREAM_UNAVAILABLE' });
  });
});

describe('invalidation while a content request is in flight', () => {
  test('applies to the response in flight', async () => {
    const blocked = proxy.block();
    const early = queryTitle();
    await blocked.responded;
    await withTitle('Rings', async () => {
      await stack.cache.invalidate(['content:type:film']);
      blocked.release();
      expect((await early).title).not.toBe('Rings');
      expect((await queryTitle()).title).toBe('Rings');
      expect((await queryTitle('Other')).title).toBe('Rings');
    });
  });

  test('applies to the response in flight if a newer request overtakes it', async () => {
    const blocked = proxy.block();
    const early = queryTitle();
    await blocked.responded;
    await withTitle('Rings', async () => {
      await stack.cache.invalidate(['content:type:film']);
      const again = proxy.block();
      const late = queryTitle();
      await again.responded;
      again.release();
      expect((await late).title).toBe('Rings');
      blocked.release();
      expect((await early).title).not.toBe('Rings');
      expect((await queryTitle()).title).toBe('Rings');
    });
  });

  test('does not apply to a response without the tag', async () => {
    const blocked = proxy.block();
    const early = queryTitle();
    await blocked.responded;
    await stack.cache.invalidate(['content:type:person']);
    blocked.release();
    const { title } = await early;
    await stack.clearRequests();
    expect((await queryTitle()).title).toBe(title);
    expect(await contentCalls()).toBe(0);
  });
});

test.each<[kind: string, Send]>([
  ['graphql', sendOperation],
  ['mcp', sendToolCall],
])(
  'single-flight: a disconnected client does not abort the request of the others, over %s',
  async (kind, send) => {
    const key = await createApiKey(stack, 'assistant', ['mcp:execute']);
    await stack.clearRequests();
    const blocked = proxy.block();
    const query = '{ film(by: { slug: "ripples" }) { title year } }';
    const leader = send(query, key);
    leader.response.catch(() => {});
    await blocked.responded;
    const others = [send(query, key), send(query, key)];
    // With the request for the metrics.
    await within(500, async () => expect(await metricOf(REQUESTS_IN_FLIGHT)).toBe(4));
    // They join the request of the leader before a later request gets its response.
    await stack.query('{ __typename }');
    expect(await contentCalls()).toBe(1);
    leader.disconnect();
    await within(500, async () => expect(await metricOf(disconnectedClients(kind))).toBe(1));
    blocked.release();
    for (const { response } of others) expect(await response).toContain('ripples meet');
    expect(await contentCalls()).toBe(1);
  },
);

test('single-flight: a request for which no client waits is aborted', async () => {
  const before = await metricOf(CANCELLED_CALLS);
  const blocked = proxy.block();
  const query = '{ film(by: { slug: "ripples" }) { title tagline } }';
  const clients = [sendOperation(query), sendOperation(query)];
  for (const { response } of clients) response.catch(() => {});
  await blocked.responded;
  for (const { disconnect } of clients) disconnect();
  await within(500, async () => expect(await metricOf(CANCELLED_CALLS)).toBe((before || 0) + 1));
  blocked.release();
});

/** Sends a query over its own connection. */
type Send = (query: string, key: string) => { response: Promise<string>; disconnect(): void };

function sendOperation(query: string) {
  return post('/graphql', {}, { query });
}

function sendToolCall(query: string, key: string) {
  const headers = { accept: 'application/json, text/event-stream', 'x-api-key': key };
  const params = { name: 'execute', arguments: { query } };
  return post('/mcp', headers, { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
}

function post(path: string, headers: Record<string, string>, body: unknown): ReturnType<Send> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request(stack.url + path, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', ...headers },
  });
  sent.on('response', (response) => text(response).then(resolve, reject));
  sent.on('error', reject);
  sent.end(JSON.stringify(body));
  return { response: promise, disconnect: () => sent.destroy() };
}
