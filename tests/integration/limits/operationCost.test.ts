import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import {
  CALL_COST,
  COST_HEADER,
  costIn,
  MAX_POINTS,
  MIN_RESPONSE_COST,
  newAddress,
  newOperation,
  OPERATION_COST,
  type RateLimitedStack,
  RESTORE_RATE,
  startRateLimitedStack,
} from '../../support/rateLimitedStack.ts';
import type { Stack } from '../../support/stack.ts';

let rateLimited: RateLimitedStack;
let stack: Stack;
let query: RateLimitedStack['query'];
let costOf: RateLimitedStack['costOf'];
beforeAll(async () => {
  rateLimited = await startRateLimitedStack();
  ({ stack, query, costOf } = rateLimited);
});
afterAll(() => rateLimited.close());

/** Returns the cost of the bytes of a response. */
const bytePoints = (data: unknown) =>
  Math.max(MIN_RESPONSE_COST, Math.ceil(Buffer.byteLength(JSON.stringify(data)) / 1024));

describe('operation cost', () => {
  test('charges the maximum and refunds what the response did not use', async () => {
    await stack.cache.invalidateAll();
    await stack.clearRequests();
    const response = await query(newAddress(), newOperation(), COST_HEADER);
    const { nodes } = response.data.films;
    // A film, its video, and its topics with translated titles.
    const fields =
      1 + nodes.reduce((sum: number, { topics }: { topics: [] }) => sum + 1 + 6 + 2 * topics.length, 0);
    const actual = fields + CALL_COST + bytePoints(response.data);
    const cost = costIn(response);
    expect((await stack.requests()).content).toHaveLength(1);
    expect(cost).toMatchObject({
      requestedQueryCost: OPERATION_COST,
      actualQueryCost: actual,
      upstreamCalls: { content: 1, media: 0, search: 0 },
      throttleStatus: { maximumAvailable: MAX_POINTS, restoreRate: RESTORE_RATE },
    });
    expect(actual).toBeLessThan(OPERATION_COST);
    const { upstreamCalls } = await costOf(newAddress(), '{ search(query: "flame") { totalCount } }');
    expect(upstreamCalls).toMatchObject({ search: 1 });
    expect(cost.throttleStatus.currentlyAvailable).toBe(MAX_POINTS - actual);
    expect(response.headers.get('x-ratelimit-remaining')).toBe(String(MAX_POINTS - actual));
    expect(response.headers.get('x-ratelimit-cost')).toBe(String(actual));
  });

  test('is that of the bytes for a cached response', async () => {
    // Leaf fields without a weight are free; their bytes are not.
    const cached = newOperation().replace(
      'title',
      'title tagline slug id a: id b: id c: tagline d: tagline e: tagline f: tagline g: tagline h: tagline i: tagline j: tagline',
    );
    const { data } = await query(newAddress(), cached);
    const points = bytePoints(data);
    expect(points).toBeGreaterThan(MIN_RESPONSE_COST);
    const address = newAddress();
    for (const requests of [1, 2])
      expect(await costOf(address, cached)).toMatchObject({
        requestedQueryCost: OPERATION_COST,
        actualQueryCost: points,
        upstreamCalls: { content: 0, media: 0, search: 0 },
        throttleStatus: { currentlyAvailable: MAX_POINTS - requests * points },
      });
  });

  test('is charged for the bytes of cached responses, until the caller has no points left', async () => {
    const cached = newOperation();
    const points = bytePoints((await query(newAddress(), cached)).data);
    const address = newAddress();
    // The last one needs the minimum, and can leave less than nothing.
    const maximum = 1 + Math.floor((MAX_POINTS - MIN_RESPONSE_COST) / points);
    const statuses: number[] = [];
    while (statuses.length < maximum) statuses.push((await query(address, cached)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const rejected = await query(address, cached);
    expect(rejected.status).toBe(429);
    expect(rejected.errors?.[0]?.extensions.code).toBe('RATE_LIMITED');
    rateLimited.advanceClock(Number(rejected.headers.get('retry-after')));
    expect((await query(address, cached)).status).toBe(200);
  });

  test('can exceed the estimate by the bytes; the caller is then rejected until that is paid', async () => {
    const address = newAddress();
    const bodies = Array.from({ length: 30 }, (_, n) => `b${n}: body { json }`).join(' ');
    const text = `{ article(by: { slug: "sensitive-dependence" }) { ${bodies} } }`;
    const large = await query(address, text, COST_HEADER);
    const { requestedQueryCost, actualQueryCost } = costIn(large);
    expect(requestedQueryCost).toBeLessThan(MAX_POINTS);
    expect(actualQueryCost).toBeGreaterThan(MAX_POINTS);
    const rejected = await query(address, '{ films(first: 1) { totalCount } }');
    const debt = actualQueryCost - MAX_POINTS;
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThanOrEqual(
      Math.ceil((debt + 1) / RESTORE_RATE),
    );
  });

  test('is reported only on request, and never in a response that a CDN may cache', async () => {
    const text = newOperation();
    const get = (headers: Record<string, string>) =>
      fetch(`${stack.url}/graphql?query=${encodeURIComponent(text)}`, {
        headers: { 'x-forwarded-for': newAddress(), ...headers },
      });
    for (const isCached of [false, true]) {
      const shared = await get({});
      expect(shared.headers.get('cache-control')).toMatch(/^public/);
      expect(shared.headers.get('vary')).toMatch(/x-trivium-cost/);
      expect([...shared.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
      expect(await shared.json()).toEqual({ data: expect.anything() });
      const reported = await get(COST_HEADER);
      expect(reported.headers.get('cache-control')).toBe('private, no-store');
      expect([reported.headers.get('etag'), reported.headers.get('cache-tag')]).toEqual([null, null]);
      const { data, extensions } = await reported.json();
      expect(extensions.cost.actualQueryCost).toBe(bytePoints(data));
      expect(reported.headers.get('x-ratelimit-limit')).toBe(String(MAX_POINTS));
      if (isCached) {
        const revalidated = await get({ 'if-none-match': shared.headers.get('etag') ?? '' });
        expect(revalidated.status).toBe(304);
      }
    }
  });

  test('is estimated by rateLimit(dryRun: true) without execution, even above the limit', async () => {
    const address = newAddress();
    await stack.clearRequests();
    const dryRun = await query(
      address,
      `query DryRun { rateLimit(dryRun: true) { cost limit remaining used resetAt } ...Wide }
       fragment Wide on Query { films(first: 100) { nodes { articles(first: 100) { nodes { topics { title } } } } } }`,
    );
    const { rateLimit, ...rest } = dryRun.data;
    expect(rest).toEqual({});
    // The price of a dry run, which includes that of the document.
    expect(rateLimit).toMatchObject({ limit: MAX_POINTS, remaining: MAX_POINTS - 50, used: 50 });
    expect(rateLimit.cost).toBeGreaterThan(20_000);
    expect((await stack.requests()).content).toEqual([]);
    const rejected = await query(address, '{ films(first: 100) { nodes { topics { id } } } }');
    expect(rejected.errors?.[0]).toMatchObject({
      message: expect.stringMatching(/costs at most 400, got 626, of which 500 for films\.nodes\.topics;/),
      extensions: {
        code: 'TOO_COSTLY',
        limit: MAX_POINTS,
        cost: 626,
        costliest: [
          { path: 'films.nodes.topics', cost: 500 },
          { path: 'films.nodes', cost: 100 },
          { path: 'films', cost: 1 + CALL_COST },
        ],
      },
    });
  });

  test('has a flat price for introspection, without refund, and the same again for each alias in it', async () => {
    expect((await costOf(newAddress(), '{ __typename }')).requestedQueryCost).toBe(0);
    expect(await costOf(newAddress(), '{ __type(name: "Topic") { name fields { name } } }')).toMatchObject({
      requestedQueryCost: 100,
      actualQueryCost: 100 + MIN_RESPONSE_COST,
    });
    expect(
      await costOf(
        newAddress(),
        '{ __type(name: "Topic") { ...Names } } fragment Names on __Type { a: name fields { b: name } }',
      ),
    ).toMatchObject({ requestedQueryCost: 300, actualQueryCost: 300 + MIN_RESPONSE_COST });
    const rejected = await query(newAddress(), '{ __schema { queryType { name } } }');
    expect(rejected.errors?.[0]?.message).toMatch(/costs at most 400, got 2000/);
  });

  test('is charged for each different introspection query', async () => {
    const address = newAddress();
    const statuses = [];
    for (const name of ['A', 'B', 'C', 'D'])
      statuses.push((await query(address, `query ${name} { __type(name: "Topic") { name } }`)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('contains the upstream requests of each field, before they are made', async () => {
    const requested = async (text: string, variables = {}) =>
      (await costOf(newAddress(), text, {}, variables)).requestedQueryCost;
    for (const [text, points, calls] of [
      ['{ film(by: { slug: "lorenz" }) { title } }', 1, 1],
      ['{ a: film(by: { slug: "lorenz" }) { title } b: film(by: { slug: "lorenz" }) { title } }', 2, 2],
      // The loader batches assets, and the documents of similar ones, but each document has a search query.
      ['{ films(first: 3) { nodes { video { id } } } }', 1 + 3 + 3 * 6, 2],
      ['{ films(first: 3) { nodes { related(first: 2) { title } } } }', 1 + 3 * (3 + 10), 1 + 3 + 1],
      ['{ search(query: "a", first: 2) { nodes { __typename } } }', 1 + 2, 2],
      ['{ search(query: "a", facets: [TYPE, YEAR]) { totalCount } }', 1, 3],
      ['{ suggest(query: "a", first: 1) { queries { text } } }', 1 + 1, 5],
      // An id can be that of a video, which is read before the videos of films.
      ['{ nodes(ids: ["x"]) { ... on Film { video { id } } } }', 1 + 6, 3],
      ['{ __typename }', 0, 0],
    ] as const)
      expect([text, await requested(text)]).toEqual([text, points + calls * CALL_COST]);
    const facets = 'query($f: [FacetKey!]) { search(query: "a", facets: $f) { totalCount } }';
    expect(await requested(facets, { f: ['TYPE', 'YEAR'] })).toBe(1 + 3 * CALL_COST);
    expect(await requested(facets, { f: null })).toBe(1 + CALL_COST);
    // Without results, the search runs again with optional words, and before it all words together and each word of several letters
    // alone are searched.
    const words = 'query($q: String!) { search(query: $q, facets: [TYPE]) { totalCount } }';
    expect(await requested(words, { q: 'wave' })).toBe(1 + 2 * CALL_COST);
    expect(await requested(words, { q: 'a wave, a zebra' })).toBe(1 + (2 * 2 + 1 + 2) * CALL_COST);
    const many = Array.from({ length: 20 }, (_, i) => `w${i}`).join(' ');
    expect(await requested(words, { q: many })).toBe(1 + (2 * 2 + 1 + 10) * CALL_COST);
  });

  test('counts each search query of a request, because each is billed', async () => {
    await stack.clearRequests();
    const text = '{ a: search(query: "one") { totalCount } b: search(query: "two") { totalCount } }';
    expect(await costOf(newAddress(), text)).toMatchObject({
      requestedQueryCost: 2 + 2 * CALL_COST,
      actualQueryCost: 2 + 2 * CALL_COST + MIN_RESPONSE_COST,
      upstreamCalls: { content: 0, media: 0, search: 2 },
    });
    expect((await stack.requests()).search).toHaveLength(1);
  });

  test('contains the weight of each computed field, under each alias', async () => {
    await stack.cache.invalidateAll();
    const points = 9 + 2 * 10 + 4 + 4;
    expect(
      await costOf(
        newAddress(),
        '{ film(by: { slug: "gray-scott" }) { synopsis { a: plainText b: plainText json } video { playback { hlsUrl } } } }',
      ),
    ).toMatchObject({
      requestedQueryCost: points + 2 * CALL_COST,
      // The response has between four and five kilobytes.
      actualQueryCost: points + CALL_COST + 5,
      upstreamCalls: { content: 1, media: 0, search: 0 },
    });
  });

  test('a token for another player costs as much as the URL with it', async () => {
    const priceOf = async (selection: string) => {
      const query = `{ film(by: { slug: "gray-scott" }) { video { playbackId playback { ${selection} } } } }`;
      return (await costOf(newAddress(), query)).requestedQueryCost;
    };
    const free = await priceOf('policy');
    for (const [url, token] of [
      ['hlsUrl', 'playback'],
      ['posterUrl(width: 640)', 'thumbnail(width: 640)'],
      ['storyboardUrl', 'storyboard'],
    ]) {
      expect(await priceOf(`tokens { ${token} }`)).toBe(await priceOf(url!));
      expect(await priceOf(url!)).toBeGreaterThan(free);
    }
  });

  test('skipped items cost a point for each hundred, for each list', async () => {
    const priceOf = async (query: string, variables = {}) =>
      (await costOf(newAddress(), query, {}, variables)).requestedQueryCost;
    const root = 'query ($offset: Int) { films(first: 2, offset: $offset) { nodes { title } } }';
    const nested =
      'query ($offset: Int) { topics(first: 3) { nodes { films(first: 2, offset: $offset) { nodes { title } } } } }';
    for (const [query, lists] of [
      [root, 1],
      [nested, 3],
    ] as const) {
      const free = await priceOf(query, { offset: 0 });
      expect(await priceOf(query)).toBe(free);
      for (const [offset, points] of [
        [1, 1],
        [100, 1],
        [101, 2],
        [10_000, 100],
      ] as const)
        expect(await priceOf(query, { offset })).toBe(free + lists * points);
    }
    expect(await priceOf('{ films(first: 2, offset: 250) { nodes { title } } }')).toBe(
      (await priceOf('{ films(first: 2) { nodes { title } } }')) + 3,
    );
  });

  test('assumes the default page size for null, and counts the ids of nodes(ids:)', async () => {
    const requested = async (text: string, variables = {}) =>
      (await costOf(newAddress(), text, {}, variables)).requestedQueryCost;
    for (const size of ['', '(first: null)', '(first: null, last: null)'])
      expect(await requested(`{ films${size} { nodes { title } } }`)).toBe(21 + CALL_COST);
    const byVariable = 'query($n: Int) { films(first: $n) { nodes { title } } }';
    expect(await requested(byVariable, { n: null })).toBe(21 + CALL_COST);
    expect(await requested(byVariable, { n: 2 })).toBe(3 + CALL_COST);
    expect(await requested('{ films(last: 3) { nodes { title } } }')).toBe(4 + CALL_COST);
    const ids = Array.from({ length: 70 }, () => 'x');
    expect(await requested('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).toBe(
      70 + 2 * CALL_COST,
    );
    expect(
      await requested('{ nodes(ids: ["x", "y"]) { ... on Topic { films(first: null) { nodes { id } } } } }'),
    ).toBe(2 * 32 + 2 * CALL_COST);
  });

  test('assumes the size that a list with a default of its own has for null', async () => {
    const people = Array.from({ length: 12 }, (_, n) => ({
      _type: 'reference',
      _key: `k${n}`,
      _ref: 'person-lorenz',
    }));
    const slug = { _type: 'slug', current: 'many-people' };
    await stack.editor.create({ _type: 'article', title: 'Many people', slug, people });
    const sizes = async (size: string) => {
      const text = `{ article(by: { slug: "many-people" }) { people${size} { nodes { slug } } } }`;
      const response = await query(newAddress(), text, COST_HEADER);
      return [response.data.article.people.nodes.length, costIn(response).requestedQueryCost - CALL_COST];
    };
    expect(await sizes('')).toEqual([10, 22]);
    expect(await sizes('(first: null)')).toEqual([10, 22]);
    expect(await sizes('(first: null, last: null)')).toEqual([10, 22]);
    expect(await sizes('(first: 11)')).toEqual([11, 23]);
  });

  test.each([
    ['a video', 'Video'],
    ['a document', 'Film'],
    ['a type that does not exist', 'Nothing'],
    ['no object, because they are malformed', undefined],
  ])('is kept for ids of %s without an object', async (_of, type) => {
    const missing = (count: number) =>
      Array.from({ length: count }, (_, n) => (type ? toGlobalId(type, `missing${n}`) : `~${n}`));
    const text = 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    // Without its calls: one that is retried counts twice.
    const used = async (count: number) => {
      const { actualQueryCost, upstreamCalls } = await costOf(
        newAddress(),
        text,
        {},
        { ids: missing(count) },
      );
      const { content, media, search } = upstreamCalls;
      return actualQueryCost - CALL_COST * (content + media + search);
    };
    expect((await used(90)) - (await used(20))).toBe(70);
  });
});
