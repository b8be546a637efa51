import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openKitchen } from '../../../tests/support/searchHarness.ts';
import type { UpstreamError } from '../../core/errors.ts';
import { createSearchClient, isMissingIndex } from './client.ts';
import { createSearchLoader } from './loader.ts';

let kitchen: Awaited<ReturnType<typeof openKitchen>>;
beforeAll(async () => {
  kitchen = await openKitchen();
});
afterEach(() => kitchen.setFaults([]));
afterAll(() => kitchen.close());

const loaderOf = (signal = new AbortController().signal) => {
  const tags = new Set<string>();
  return { tags, search: createSearchLoader({ client: kitchen.client, signal, tags }) };
};
const request = (query: string, indexName = 'kitchen_documents') => ({ indexName, query, hitsPerPage: 1 });
const codeOf = (error: unknown) => (error as UpstreamError).extensions.code;

describe('an operation', () => {
  test('with every kind of search under several aliases is one request', async () => {
    const requests = await kitchen.requestsOf(() =>
      kitchen.ask(`{
        a: search(query: "leek", filter: { cuisines: { in: ["thai"] }, season: { in: ["SPRING"] } }, facets: [TYPE, CUISINES, SEASON]) {
          totalCount facets { values { label count } } nodes { __typename } }
        b: search(query: "thai") { nodes { __typename } }
        moments(query: "saffron") { nodes { start } }
        suggest(query: "no") { queries { text } items { __typename } }
        facetValues(key: TAGS) { value }
      }`),
    );
    expect(requests).toMatchObject([{ path: '/1/indexes/*/queries', status: 200 }]);
  });

  test('asks what is asked twice once', async () => {
    const { data, sent } = await kitchen.ask(
      '{ a: search(query: "leek") { totalCount } b: search(query: "leek") { totalCount } }',
    );
    expect(data.a).toEqual(data.b);
    expect(sent.flat()).toHaveLength(1);
  });

  test('with more queries than the provider takes at once sends as few requests as hold them', async () => {
    const fields = Array.from(
      { length: 120 },
      (_, i) => `q${i}: search(query: "no. ${i % 40}", first: ${1 + (i % 99)}) { totalCount }`,
    );
    let answer: Awaited<ReturnType<typeof kitchen.ask>> | undefined;
    const requests = await kitchen.requestsOf(async () => {
      answer = await kitchen.ask(`{ ${fields.join('\n')} }`);
    });
    expect(answer?.errors).toBeUndefined();
    expect(Object.keys(answer?.data)).toHaveLength(120);
    expect(answer?.sent.map((batch) => batch.length)).toEqual([40]);
    expect(requests).toHaveLength(1);
    const other = Array.from({ length: 120 }, (_, i) => `q${i}: search(query: "dish ${i}") { totalCount }`);
    const more = await kitchen.ask(`{ ${other.join('\n')} }`);
    expect(more.errors).toBeUndefined();
    expect(more.sent.map((batch) => batch.length)).toEqual([50, 50, 20]);
  });
});

describe('a missing index', () => {
  test('fails what asked it, and nothing else', async () => {
    const { search, tags } = loaderOf();
    const [documents, missing, moments] = await Promise.allSettled([
      search.ask(request('leek')),
      search.ask(request('leek', 'kitchen_nowhere')),
      search.ask(request('broth', 'kitchen_moments')),
    ]);
    expect(documents).toMatchObject({ status: 'fulfilled', value: { nbHits: expect.any(Number) } });
    expect(moments).toMatchObject({ status: 'fulfilled', value: { nbHits: 2 } });
    const { reason } = missing as PromiseRejectedResult;
    expect(codeOf(reason)).toBe('UPSTREAM_REFUSED');
    expect(isMissingIndex(reason)).toBe(true);
    expect(tags).toEqual(
      new Set(['search:kitchen_documents', 'search:kitchen_nowhere', 'search:kitchen_moments']),
    );
  });
});

describe('a failing provider', () => {
  // What one case has taught the client of the provider's health is no matter of the next.
  beforeEach(() => kitchen.renewClient());

  const operation =
    '{ search(query: "leek") { totalCount } moments(query: "broth") { totalCount } suggest(query: "x") { queries { text } } facetValues(key: TAGS) { value } __typename }';
  const outcome = async () => {
    const { data, errors } = await kitchen.ask(operation);
    expect(data).toEqual({
      search: null,
      moments: null,
      suggest: null,
      facetValues: null,
      __typename: 'Query',
    });
    expect(errors?.map(({ path }) => path?.join('.')).sort()).toEqual([
      'facetValues',
      'moments',
      'search',
      'suggest',
    ]);
    for (const error of errors ?? []) expect(JSON.stringify(error)).not.toContain(kitchen.config.searchKey);
    return errors?.[0]?.extensions;
  };

  const path = '/queries$';

  test.each([
    ['answers a fault of its own', { kind: 'status', status: 503 }, 'UPSTREAM_UNAVAILABLE'],
    ['breaks the connection', { kind: 'reset' }, 'UPSTREAM_UNAVAILABLE'],
    ['ends in the middle', { kind: 'truncate' }, 'UPSTREAM_UNAVAILABLE'],
    ['answers rubbish', { kind: 'garbage' }, 'UPSTREAM_UNAVAILABLE'],
    ['answers JSON of another shape', { kind: 'shape' }, 'UPSTREAM_REFUSED'],
    ['sends one elsewhere', { kind: 'redirect' }, 'UPSTREAM_REFUSED'],
    ['says nothing', { kind: 'hang' }, 'UPSTREAM_TIMEOUT'],
    ['stops speaking', { kind: 'stall' }, 'UPSTREAM_TIMEOUT'],
    ['never stops speaking', { kind: 'endless' }, 'UPSTREAM_TOO_LARGE'],
    ['is too slow', { kind: 'latency', ms: 3000 }, 'UPSTREAM_TIMEOUT'],
  ])('that %s makes the root fields null, each with a code, in time', async (_, fault, code) => {
    await kitchen.setFaults([{ ...fault, path }]);
    const begun = performance.now();
    expect(await outcome()).toMatchObject({ code, service: 'search' });
    // The timeout is 0.8 s; the bound only has to tell it from a request that hangs.
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  test('that refuses more requests is left alone for as long as it says, and its wait is told', async () => {
    await kitchen.setFaults([{ kind: 'status', status: 429, headers: { 'retry-after': '7' }, path }]);
    const patient = createSearchClient(kitchen.config);
    const ask = () => patient.search([request('leek')], new AbortController().signal).catch((error) => error);
    const requests = await kitchen.requestsOf(async () => {
      for (const _ of [1, 2])
        expect((await ask()).extensions).toMatchObject({ code: 'UPSTREAM_THROTTLED', retryAfter: 7 });
    });
    expect(requests).toHaveLength(1);
  });

  test('once only is asked again at once', async () => {
    await kitchen.setFaults([{ kind: 'reset', path, times: 1 }]);
    const { data, errors } = await kitchen.ask('{ search(query: "leek") { totalCount } }');
    expect(errors).toBeUndefined();
    expect(data.search.totalCount).toBeGreaterThan(0);
  });

  test('is asked again by the next operation', async () => {
    await kitchen.setFaults([{ kind: 'reset', path, times: 2 }]);
    await outcome();
    const { data, errors } = await kitchen.ask('{ search(query: "leek") { totalCount } }');
    expect(errors).toBeUndefined();
    expect(data.search.totalCount).toBeGreaterThan(0);
  });

  test('that refuses the key says so without telling it', async () => {
    const stranger = createSearchClient({ ...kitchen.config, searchKey: 'a-secret-nobody-sees' });
    const failure = await stranger
      .search([request('leek')], new AbortController().signal)
      .catch((error) => error);
    expect(codeOf(failure)).toBe('UPSTREAM_REFUSED');
    expect(JSON.stringify(failure)).not.toContain('a-secret-nobody-sees');
  });

  test('that is not there at all is unavailable', async () => {
    const nowhere = createSearchClient({ ...kitchen.config, host: await closedAddress() });
    const failure = await nowhere
      .search([request('leek')], new AbortController().signal)
      .catch((error) => error);
    expect(codeOf(failure)).toBe('UPSTREAM_UNAVAILABLE');
    // The client's own words blame the application id; the log is to tell what really happened.
    expect((failure as UpstreamError).originalError?.message).toMatch(/127\.0\.0\.1.*ECONNREFUSED/);
  });
});

/** An address where somebody listened a moment ago. */
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return `http://127.0.0.1:${port}`;
}

test('what the operation no longer waits for ends with it', async () => {
  await kitchen.setFaults([{ kind: 'hang', path: '/queries$' }]);
  const gone = new AbortController();
  const { search } = loaderOf(gone.signal);
  const begun = performance.now();
  const asked = search.ask(request('leek'));
  setTimeout(() => gone.abort(), 30);
  await expect(asked).rejects.toThrow(/search service/);
  expect(performance.now() - begun).toBeLessThan(500);
});
