import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { GraphQLError } from 'graphql';
import { WebSocket } from 'ws';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { openStorage } from '../../../gateway/app/storage.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { createApiKeys } from '../../../gateway/services/auth/apiKeys.ts';
import { eventually } from '../../support/eventually.ts';
import { type House, openHouse } from '../../support/stack.ts';
import { subscribe, subscribed, subscriber } from '../../support/subscriber.ts';

/** Points of the house's anonymous callers, and those that come back in a second. */
const [MAXIMUM, RATE] = [400, 30];

let house: House;
let secret: string;
beforeAll(async () => {
  house = await openHouse({
    env: {
      RATE_LIMIT_ANONYMOUS: `${MAXIMUM}/${RATE}`,
      RATE_LIMIT_KEY: `${10 * MAXIMUM}/${RATE}`,
      TRUST_PROXY: '127.0.0.0/8',
    },
  });
  const durable = openStorage(house.config, () => undefined);
  ({ secret } = await createApiKeys(durable.keys).create({ name: 'partner', scopes: ['read:published'] }));
  await durable.close();
});
afterAll(() => house.close());

let addresses = 0;
/** An address from which nobody has asked yet. */
const newcomer = () => `198.51.100.${++addresses}`;

interface Told {
  readonly requestedQueryCost: number;
  readonly actualQueryCost: number;
  readonly throttleStatus: {
    readonly maximumAvailable: number;
    readonly currentlyAvailable: number;
    readonly restoreRate: number;
  };
  readonly upstreamCalls: Readonly<Record<'content' | 'media' | 'search', number>>;
}

/** Asks as somebody at an address, as a proxy in front would tell it. */
async function ask(
  from: string,
  query: string,
  headers: Record<string, string> = {},
  url = house.url,
  variables = {},
) {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const body = (await answer.json()) as {
    // biome-ignore lint/suspicious/noExplicitAny: the shape is the test's own query
    data: any;
    errors?: { message: string; extensions: { code: string; retryAfter?: number } }[];
    extensions?: { cost?: Told };
  };
  return { status: answer.status, headers: answer.headers, ...body };
}
const toldBy = ({ extensions }: { extensions?: { cost?: Told } }) => extensions?.cost as Told;
const COST = { 'x-trivium-cost': '1' };
const costOf = async (from: string, query: string, headers = {}) =>
  toldBy(await ask(from, query, { ...COST, ...headers }));

let names = 0;
/** An operation that nobody has asked before, so that no whole answer is kept. It may cost 145 points. */
const wide = () =>
  `query Wide${++names} { films(first: 12) { nodes { title video { duration } topics { title } } } }`;
/** Asks from an address until it is refused. */
async function useUp(from: string, url = house.url) {
  for (let asked = 0; asked < 100; asked++) {
    const answer = await ask(from, wide(), {}, url);
    if (answer.status === 429) return answer;
    expect(answer.status).toBe(200);
  }
  throw new Error('expected to be refused in the end');
}

describe('the cost of an operation', () => {
  test('is taken as it may be, and given back as far as it was not', async () => {
    await house.cache.purgeAll();
    await house.forget();
    const [from, query] = [newcomer(), wide()];
    const answer = await ask(from, query, COST);
    const { nodes } = answer.data.films;
    const answered =
      1 + nodes.reduce((sum: number, { topics }: { topics: [] }) => sum + 2 + topics.length, 0);
    const cost = toldBy(answer);
    expect((await house.requests()).content).toHaveLength(1);
    expect(cost).toMatchObject({
      requestedQueryCost: 145,
      actualQueryCost: answered + 10,
      upstreamCalls: { content: 1, media: 0, search: 0 },
      throttleStatus: { maximumAvailable: MAXIMUM, restoreRate: RATE },
    });
    expect(answered + 10).toBeLessThan(145);
    const { upstreamCalls } = await costOf(newcomer(), '{ search(query: "flame") { totalCount } }');
    expect(upstreamCalls).toMatchObject({ search: 1 });
    expect(cost.throttleStatus.currentlyAvailable).toBe(MAXIMUM - cost.actualQueryCost);
    expect(answer.headers.get('x-ratelimit-remaining')).toBe(String(MAXIMUM - cost.actualQueryCost));
    expect(answer.headers.get('x-ratelimit-cost')).toBe(String(cost.actualQueryCost));
  });

  test('is nothing for an answer that is kept, also for who has nothing left', async () => {
    const query = wide();
    await ask(newcomer(), query);
    const from = newcomer();
    expect(await costOf(from, query)).toMatchObject({
      requestedQueryCost: 145,
      actualQueryCost: 0,
      upstreamCalls: { content: 0, media: 0, search: 0 },
      throttleStatus: { currentlyAvailable: MAXIMUM },
    });
    await useUp(from);
    expect((await ask(from, query)).status).toBe(200);
  });

  test('is told to who asks for it alone, and never where a CDN would keep it', async () => {
    const query = wide();
    const read = (headers: Record<string, string>) =>
      fetch(`${house.url}/graphql?query=${encodeURIComponent(query)}`, {
        headers: { 'apollo-require-preflight': '1', 'x-forwarded-for': newcomer(), ...headers },
      });
    for (const isKept of [false, true]) {
      const shared = await read({});
      expect(shared.headers.get('cache-control')).toMatch(/^public/);
      expect(shared.headers.get('vary')).toMatch(/X-Trivium-Cost/);
      expect([...shared.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
      expect(await shared.json()).toEqual({ data: expect.anything() });
      const own = await read(COST);
      expect(own.headers.get('cache-control')).toBe('private, no-store');
      expect([own.headers.get('etag'), own.headers.get('cache-tag')]).toEqual([null, null]);
      expect((await own.json()).extensions.cost.actualQueryCost).toBe(0);
      expect(own.headers.get('x-ratelimit-limit')).toBe(String(MAXIMUM));
      if (isKept) {
        const again = await read({ 'if-none-match': shared.headers.get('etag') ?? '' });
        expect(again.status).toBe(304);
      }
    }
  });

  test('is asked for without executing anything, also where it is too much', async () => {
    const from = newcomer();
    await house.forget();
    const dry = await ask(
      from,
      `query Dry { rateLimit(dryRun: true) { cost limit remaining used resetAt } ...Wide }
       fragment Wide on Query { films(first: 100) { nodes { articles(first: 100) { nodes { topics { title } } } } } }`,
    );
    const { rateLimit, ...rest } = dry.data;
    expect(rest).toEqual({});
    expect(rateLimit).toMatchObject({ limit: MAXIMUM, remaining: MAXIMUM, used: 0 });
    expect(rateLimit.cost).toBeGreaterThan(20_000);
    expect((await house.requests()).content).toEqual([]);
    expect((await ask(from, '{ films(first: 100) { nodes { topics { id } } } }')).errors?.[0]).toMatchObject({
      message: expect.stringMatching(/costs at most 400, got 1101/),
      extensions: { code: 'TOO_COSTLY' },
    });
  });

  test('is a flat price for introspection, which is not returned, and as much again for each alias within it', async () => {
    expect((await costOf(newcomer(), '{ __typename }')).requestedQueryCost).toBe(0);
    expect(await costOf(newcomer(), '{ __type(name: "Topic") { name fields { name } } }')).toMatchObject({
      requestedQueryCost: 100,
      actualQueryCost: 100,
    });
    expect(
      await costOf(
        newcomer(),
        '{ __type(name: "Topic") { ...Names } } fragment Names on __Type { a: name fields { b: name } }',
      ),
    ).toMatchObject({ requestedQueryCost: 300, actualQueryCost: 300 });
    const refused = await ask(newcomer(), '{ __schema { queryType { name } } }');
    expect(refused.errors?.[0]?.message).toMatch(/costs at most 400, got 2000/);
  });

  test('of introspection is charged for each different query', async () => {
    const from = newcomer();
    const statusOf = async (name: string) =>
      (await ask(from, `query ${name} { __type(name: "Topic") { name } }`)).status;
    const statuses = [];
    for (const name of ['A', 'B', 'C', 'D', 'E']) statuses.push(await statusOf(name));
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  test('is as great where sizes are null as where they are left out, and that of the ids of a list', async () => {
    const asked = async (query: string, variables = {}) =>
      toldBy(await ask(newcomer(), query, COST, house.url, variables)).requestedQueryCost;
    for (const size of ['', '(first: null)', '(first: null, last: null)'])
      expect(await asked(`{ films${size} { nodes { title } } }`)).toBe(21);
    const byVariable = 'query($n: Int) { films(first: $n) { nodes { title } } }';
    expect(await asked(byVariable, { n: null })).toBe(21);
    expect(await asked(byVariable, { n: 2 })).toBe(3);
    expect(await asked('{ films(last: 3) { nodes { title } } }')).toBe(4);
    const ids = Array.from({ length: 70 }, () => 'x');
    expect(await asked('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).toBe(70);
    expect(
      await asked('{ nodes(ids: ["x", "y"]) { ... on Topic { films(first: null) { nodes { id } } } } }'),
    ).toBe(2 * 22);
  });
});

describe('a caller without enough points', () => {
  test('is told when to come again, and let in then', async () => {
    const from = newcomer();
    const refused = await useUp(from);
    const [error] = refused.errors ?? [];
    expect(error?.extensions.code).toBe('RATE_LIMITED');
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBe(error?.extensions.retryAfter);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(Math.ceil(145 / RATE));
    expect(refused.headers.get('cache-control')).toBe('private, no-store');
    const { throttleStatus } = toldBy(refused);
    expect(throttleStatus.currentlyAvailable).toBeLessThan(145);
    expect(refused.headers.get('x-ratelimit-remaining')).toBe(String(throttleStatus.currentlyAvailable));
    const resetAt = Number(refused.headers.get('x-ratelimit-reset')) * 1000;
    expect(resetAt).toBeGreaterThan(Date.now());
    expect(resetAt).toBeLessThan(Date.now() + (1000 * MAXIMUM) / RATE + 2000);
    await eventually(async () => expect((await ask(from, wide())).status).toBe(200), 10_000);
    const { rateLimit } = (await ask(from, '{ rateLimit { cost remaining used limit } }')).data;
    expect(rateLimit.cost).toBe(0);
    expect(rateLimit.remaining + rateLimit.used).toBe(MAXIMUM);
  });

  test('keeps nobody from an answer for which both have waited', async () => {
    const [poor, rich] = [newcomer(), newcomer()];
    await useUp(poor);
    for (let round = 0; round < 3; round++) {
      const query = wide();
      const [refused, ...answered] = await Promise.all([poor, rich, rich].map((from) => ask(from, query)));
      expect([429, 200]).toContain(refused?.status);
      expect(answered.map(({ status }) => status)).toEqual([200, 200]);
    }
  });

  test('costs nobody else anything', async () => {
    const from = newcomer();
    await useUp(from);
    expect((await ask(newcomer(), wide())).status).toBe(200);
    const authorization = `Bearer ${secret}`;
    expect((await ask(from, wide(), { authorization })).status).toBe(200);
    const { throttleStatus } = await costOf(from, wide(), { authorization });
    expect(throttleStatus.maximumAvailable).toBe(10 * MAXIMUM);
    // One key is one caller, wherever it is used from.
    const elsewhere = await costOf(newcomer(), '{ __typename }', { authorization });
    expect(elsewhere.throttleStatus.currentlyAvailable).toBeLessThan(10 * MAXIMUM);
  });

  test('has all addresses of one IPv6 network', async () => {
    await useUp('2001:db8:7::1');
    expect((await ask('2001:db8:7:0:ffff::2', wide())).status).toBe(429);
    expect((await ask('2001:db8:7:1::1', wide())).status).toBe(200);
  });

  test('is counted for those who operate the gateway', async () => {
    await useUp(newcomer());
    const metrics = await (await fetch(`${house.url}/metrics`)).text();
    const count = (name: string) =>
      Number(
        new RegExp(`trivium_rate_limit_${name}_total\\{caller="anonymous"\\} ([\\d.]+)`).exec(metrics)?.[1],
      );
    expect(count('rejected')).toBeGreaterThan(0);
    expect(count('points_refunded')).toBeGreaterThan(0);
    expect(count('points_charged')).toBeGreaterThan(count('points_refunded'));
  });
});

describe('what is refused', () => {
  test('costs whoever asked for it, and is not read any more where nothing is left', async () => {
    const from = newcomer();
    // 20 points, and one for each 20 characters.
    const broken = `{ ${'x'.repeat(3_200)}`;
    const first = await ask(from, broken, COST);
    expect(first.errors?.[0]?.extensions.code).toBe('GRAPHQL_PARSE_FAILED');
    expect(toldBy(first)).toMatchObject({
      actualQueryCost: 181,
      throttleStatus: { currentlyAvailable: MAXIMUM - 181 },
    });
    expect(first.headers.get('x-ratelimit-cost')).toBe('181');
    let last = first;
    for (let asked = 0; asked < 10 && last.status !== 429; asked++) last = await ask(from, broken);
    expect(last.errors?.[0]?.extensions).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfter: Number(last.headers.get('retry-after')),
    });
    expect(toldBy(last)).toMatchObject({ requestedQueryCost: 181, actualQueryCost: 0 });
    expect((await ask(newcomer(), broken)).status).toBe(400);
  });

  test('costs as much where the document is known and its variables are at fault', async () => {
    const from = newcomer();
    const query = 'query Paged($n: Int, $f: FilmFilter) { films(first: $n, filter: $f) { totalCount } }';
    const costWith = async (variables: object) => {
      const told = toldBy(await ask(from, query, COST, house.url, variables));
      return [told.requestedQueryCost, told.actualQueryCost];
    };
    expect(await costWith({ n: 1 })).toEqual([1, expect.any(Number)]);
    expect(await costWith({ n: -1 })).toEqual([0, 25]);
    expect(await costWith({ f: 'nothing' })).toEqual([0, 25]);
    expect(await costWith({ n: 1 })).toEqual([1, 0]);
  });

  test('costs as much where its document is the one that replaces what is not parsed', async () => {
    const answer = await fetch(`${house.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newcomer(), ...COST },
      body: JSON.stringify({ query: '{ __typename }', operationName: 'Missing' }),
    });
    const body = (await answer.json()) as { errors: unknown[]; extensions: { cost: Told } };
    expect(body.errors).toHaveLength(1);
    expect(toldBy(body).actualQueryCost).toBe(21);
  });

  test('is told what it would have cost', async () => {
    const query = '{ films(first: 100) { nodes { films: related(first: 100) { id } } } }';
    const dear = await ask(newcomer(), query, COST);
    expect(dear.errors?.[0]?.extensions.code).toBe('TOO_COSTLY');
    expect(toldBy(dear).requestedQueryCost).toBe(10_101);
  });
});

describe('a subscription', () => {
  test('pays for its beginning and for what it is told, and is told later where there is not enough', async () => {
    const from = newcomer();
    const client = subscriber(house.url, { webSocketImpl: forwardedFor(from) });
    try {
      await house.bringNews();
      // It may cost 1 + 1 + 14 × 11, which is more than a refused operation of 145 points leaves.
      const related = (first: number) =>
        `subscription { contentChanged(types: [FILM]) { node { ... on Film { related(first: ${first}) { topics { id } } } } } }`;
      const told = subscribe(client, related(14));
      await subscribed(house.url);
      const { throttleStatus } = await costOf(from, '{ __typename }');
      expect(throttleStatus.currentlyAvailable).toBeLessThan(MAXIMUM);

      const begun = performance.now();
      const { currentlyAvailable: left } = toldBy(await useUp(from)).throttleStatus;
      await house.editor.patch('film-lorenz').set({ tagline: 'Told in time' }).commit();
      expect((await told.next()).data?.contentChanged.node.related.length).toBeGreaterThan(0);
      // The points are whole ones that were there.
      expect(performance.now() - begun).toBeGreaterThan((1000 * (156 - left - 2)) / RATE);

      const codeOf = async (first: number) => await subscribe(client, related(first)).over;
      expect(await codeOf(100)).toMatchObject([{ extensions: { code: 'TOO_COSTLY' } }]);
      await useUp(from);
      expect(await codeOf(14)).toMatchObject([
        { extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) } },
      ]);
    } finally {
      await client.dispose();
    }
  });

  test('that is refused costs what it does over HTTP, and is not read where nothing is left', async () => {
    const from = newcomer();
    const client = subscriber(house.url, { webSocketImpl: forwardedFor(from) });
    try {
      // 181 points each.
      const broken = async () => {
        const [error] = (await subscribe(client, `{ ${'x'.repeat(8_500)}`).over) as GraphQLError[];
        return error?.extensions.code;
      };
      const { throttleStatus } = await costOf(from, '{ __typename }');
      expect(await broken()).toBe('GRAPHQL_PARSE_FAILED');
      const after = await costOf(from, '{ __typename }');
      expect(after.throttleStatus.currentlyAvailable).toBeLessThan(throttleStatus.currentlyAvailable);
      let code: unknown;
      for (let asked = 0; asked < 10 && code !== 'RATE_LIMITED'; asked++) code = await broken();
      expect(code).toBe('RATE_LIMITED');
    } finally {
      await client.dispose();
    }
  });
});

describe('X-Forwarded-For', () => {
  test('tells addresses where a proxy is trusted, and has no effect where none is', async () => {
    const env = { RATE_LIMIT_ANONYMOUS: `${MAXIMUM}/${RATE}`, MAX_SUBSCRIPTION_CONNECTIONS_PER_ADDRESS: '1' };
    const plain = await openHouse({ indexed: false, env });
    const behind = await createGateway(readConfig({ ...plain.env, TRUST_PROXY: '1' }));
    try {
      for (const [{ url }, status, second] of [
        [plain, 429, 'refused'],
        [behind, 200, 'open'],
      ] as const) {
        await useUp(newcomer(), url);
        expect((await ask(newcomer(), wide(), {}, url)).status).toBe(status);
        const sockets = [newcomer(), newcomer()].map((from) => connect(url, from));
        expect(await Promise.all(sockets.map(({ state }) => state))).toEqual(
          expect.arrayContaining(['open', second]),
        );
        for (const { socket } of sockets) socket.terminate();
      }
      // One proxy stands in front, so what came to it is its client's invention.
      await useUp('192.0.2.1', behind.url);
      expect((await ask('203.0.113.77, 192.0.2.1', wide(), {}, behind.url)).status).toBe(429);
    } finally {
      await behind.close();
      await plain.close();
    }
  });
});

/** A WebSocket as a proxy passes it on. */
const forwardedFor = (from: string) =>
  class extends WebSocket {
    constructor(url: string, protocols: string | string[]) {
      super(url, protocols, { headers: { 'x-forwarded-for': from } });
    }
  };

function connect(url: string, from: string) {
  const socket = new (forwardedFor(from))(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const state = new Promise<string>((resolve) => {
    socket.once('open', () => resolve('open'));
    socket.once('error', () => resolve('refused'));
  });
  return { socket, state };
}
