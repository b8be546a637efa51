import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startSearchHarness } from '../../../tests/support/searchHarness.ts';
import { within } from '../../../tests/support/within.ts';
import { briefCauseOf, type UpstreamError } from '../../core/errors.ts';
import { callControl } from '../../emulators/shared/control.ts';
import { createTaggedCache } from '../../services/cache/taggedCache.ts';
import { createSearchClient, isMissingIndex, isolateRequests } from './client.ts';
import { createSearchLoader } from './loader.ts';
import { createSearchProvider } from './provider.ts';
import { readResults } from './responseValidation.ts';

let harness: Awaited<ReturnType<typeof startSearchHarness>>;
beforeAll(async () => {
  harness = await startSearchHarness();
});
afterEach(() => harness.setFaults([]));
afterAll(() => harness.close());

const createLoader = (signal = new AbortController().signal) => {
  const tags = new Set<string>();
  return { tags, search: createSearchLoader({ client: isolateRequests(harness.client), signal, tags }) };
};
const request = (query: string, indexName = 'recipes_documents') => ({ indexName, query, hitsPerPage: 1 });
const codeOf = (error: unknown) => (error as UpstreamError).extensions.code;

describe('search loader', () => {
  test('sends one request for all searches of an operation', async () => {
    const requests = await harness.requestsOf(() =>
      harness.query(`{
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

  test('deduplicates equal requests', async () => {
    const { data, searchRequests } = await harness.query(
      '{ a: search(query: "leek") { totalCount } b: search(query: "leek") { totalCount } }',
    );
    expect(data.a).toEqual(data.b);
    expect(searchRequests.flat()).toHaveLength(1);
  });

  test('splits batches at the maximum number of queries', async () => {
    const fields = Array.from(
      { length: 120 },
      (_, i) => `q${i}: search(query: "no${i % 40}", first: ${1 + (i % 99)}) { totalCount }`,
    );
    let response: Awaited<ReturnType<typeof harness.query>> | undefined;
    const requests = await harness.requestsOf(async () => {
      response = await harness.query(`{ ${fields.join('\n')} }`);
    });
    expect(response?.errors).toBeUndefined();
    expect(Object.keys(response?.data)).toHaveLength(120);
    expect(response?.searchRequests.map((batch) => batch.length)).toEqual([40]);
    expect(requests).toHaveLength(1);
    const other = Array.from({ length: 120 }, (_, i) => `q${i}: search(query: "dish${i}") { totalCount }`);
    const more = await harness.query(`{ ${other.join('\n')} }`);
    expect(more.errors).toBeUndefined();
    expect(more.searchRequests.map((batch) => batch.length)).toEqual([50, 50, 20]);
  });
});

describe('search loader: missing index', () => {
  test('fails only the requests of that index', async () => {
    const { search, tags } = createLoader();
    const [documents, missing, moments] = await Promise.allSettled([
      search.load(request('leek')),
      search.load(request('leek', 'recipes_nowhere')),
      search.load(request('broth', 'recipes_moments')),
    ]);
    expect(documents).toMatchObject({ status: 'fulfilled', value: { nbHits: expect.any(Number) } });
    expect(moments).toMatchObject({ status: 'fulfilled', value: { nbHits: 2 } });
    const { reason } = missing as PromiseRejectedResult;
    expect(codeOf(reason)).toBe('UPSTREAM_REJECTED');
    expect(isMissingIndex(reason)).toBe(true);
    expect(tags).toEqual(
      new Set(['search:recipes_documents', 'search:recipes_nowhere', 'search:recipes_moments']),
    );
  });
});

test('search provider: sends the requests of a call with a missing index once more, one by one', async () => {
  const { config, indexes } = harness;
  const cache = createTaggedCache({ maxBytes: 1_000_000 });
  const provider = createSearchProvider({ config, indexes: indexes.names, cache, ttlSeconds: 60 });
  const { load } = provider.loader({ signal: new AbortController().signal, tags: new Set() });
  const requests = await harness.requestsOf(async () => {
    const results = await Promise.allSettled([
      load(request('leek')),
      load(request('leek', 'recipes_nowhere')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });
  expect(requests.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
});

describe('search provider failure', () => {
  // Each test has its own client and so its own circuit breaker. Only a test of the timeout has a short one.
  beforeEach(() => harness.renewClient());

  const operation =
    '{ search(query: "leek") { totalCount } moments(query: "broth") { totalCount } suggest(query: "x") { queries { text } } facetValues(key: TAGS) { value } __typename }';
  const failedOperation = async () => {
    const { data, errors } = await harness.query(operation);
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
    for (const error of errors ?? []) expect(JSON.stringify(error)).not.toContain(harness.config.searchKey);
    const [error] = errors ?? [];
    // With the cause, for the message of a failed test.
    return `${error?.extensions?.code} of ${error?.extensions?.service}: ${briefCauseOf(error)}`;
  };

  const path = '/queries$';

  test.each([
    ['status 503', { kind: 'status', status: 503 }, 'UPSTREAM_UNAVAILABLE'],
    ['connection reset', { kind: 'reset' }, 'UPSTREAM_UNAVAILABLE'],
    ['truncated response', { kind: 'truncate' }, 'UPSTREAM_UNAVAILABLE'],
    ['invalid JSON', { kind: 'garbage' }, 'UPSTREAM_UNAVAILABLE'],
    ['malformed response', { kind: 'shape' }, 'UPSTREAM_REJECTED'],
    ['redirect', { kind: 'redirect' }, 'UPSTREAM_REJECTED'],
    [
      'response above the size limit',
      { kind: 'shape', body: { results: 'x'.repeat(9 * 1024 * 1024) } },
      'UPSTREAM_TOO_LARGE',
    ],
    // On a busy machine the timeout can pass first, or the connection can end.
    ['endless response', { kind: 'endless' }, 'UPSTREAM_(TOO_LARGE|TIMEOUT|UNAVAILABLE)'],
  ])('%s: root fields are null with an error code', async (_, fault, code) => {
    await harness.setFaults([{ ...fault, path }]);
    expect(await failedOperation()).toMatch(new RegExp(`^${code} of search: .`));
  });

  test.each([
    ['no response', { kind: 'hang' }],
    ['stalled response', { kind: 'stall' }],
    ['slow response', { kind: 'latency', ms: 10_000 }],
  ])('%s: root fields are null with an error code, within the timeout', async (_, fault) => {
    harness.renewClient({ timeoutMs: 200 });
    await harness.setFaults([{ ...fault, path }]);
    expect(await failedOperation()).toMatch(/^UPSTREAM_TIMEOUT of search: .*after 200 ms/);
  });

  test('429: no further request until `Retry-After` has passed, which the error contains', async () => {
    await harness.setFaults([{ kind: 'status', status: 429, headers: { 'retry-after': '7' }, path }]);
    const client = createSearchClient(harness.config, harness.indexes.names);
    const search = () =>
      client.search([request('leek')], new AbortController().signal).catch((error) => error);
    const requests = await harness.requestsOf(async () => {
      for (const _ of [1, 2])
        expect((await search()).extensions).toMatchObject({ code: 'UPSTREAM_THROTTLED', retryAfter: 7 });
    });
    expect(requests).toHaveLength(1);
  });

  test('one connection reset: retries at once', async () => {
    await harness.setFaults([{ kind: 'reset', path, times: 1 }]);
    const { data, errors } = await harness.query('{ search(query: "leek") { totalCount } }');
    expect(errors).toBeUndefined();
    expect(data.search.totalCount).toBeGreaterThan(0);
  });

  test('several connection resets: the next operation sends a request again', async () => {
    await harness.setFaults([{ kind: 'reset', path, times: 2 }]);
    await failedOperation();
    const { data, errors } = await harness.query('{ search(query: "leek") { totalCount } }');
    expect(errors).toBeUndefined();
    expect(data.search.totalCount).toBeGreaterThan(0);
  });

  test('rejected key: the error does not contain the key', async () => {
    const client = createSearchClient(
      { ...harness.config, searchKey: 'a-secret-search-key' },
      harness.indexes.names,
    );
    const failure = await client
      .search([request('leek')], new AbortController().signal)
      .catch((error) => error);
    expect(codeOf(failure)).toBe('UPSTREAM_REJECTED');
    expect(JSON.stringify(failure)).not.toContain('a-secret-search-key');
  });

  test('refused connection: fails as unavailable', async () => {
    const client = createSearchClient(
      { ...harness.config, host: await closedPortUrl() },
      harness.indexes.names,
    );
    const failure = await client
      .search([request('leek')], new AbortController().signal)
      .catch((error) => error);
    expect(codeOf(failure)).toBe('UPSTREAM_UNAVAILABLE');
    // The SDK's own message blames the application id; the log needs the actual cause.
    expect((failure as UpstreamError).originalError?.message).toMatch(/127\.0\.0\.1.*ECONNREFUSED/);
  });
});

/** Returns the URL of a port that was just closed. */
async function closedPortUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return `http://127.0.0.1:${port}`;
}

test('search loader: aborts its requests with the operation', async () => {
  await harness.setFaults([{ kind: 'hang', path: '/queries$', times: 1 }]);
  const operation = new AbortController();
  const { search } = createLoader(operation.signal);
  const loading = search.load(request('leek'));
  await within(2_000, async () =>
    expect(await callControl(harness.emulator.url, 'GET', 'faults')).toMatchObject({
      faults: [{ times: 0 }],
    }),
  );
  operation.abort();
  // After its own timeout, the request would fail with UPSTREAM_TIMEOUT.
  await expect(loading).rejects.toMatchObject({
    isCancelled: true,
    extensions: { code: 'UPSTREAM_UNAVAILABLE' },
  });
});

const hits = (count: number) => Array.from({ length: count }, (_, i) => ({ objectID: String(i) }));
const expected = [{ index: 'documents', maxHits: 3 }] as const;

test('search results: hits beyond the requested number are dropped', () => {
  const [result] = readResults([{ nbHits: 9, hits: hits(9) }], expected);
  expect(result).toEqual({ nbHits: 9, hits: hits(3) });
});

test.each([
  [1000, false],
  [1001, true],
])('search results: a facet with %i values is rejected: %s', (count, isRejected) => {
  const topic = Object.fromEntries(Array.from({ length: count }, (_, i) => [`topic ${i}`, 1]));
  const read = () => readResults([{ nbHits: 1, hits: hits(1), facets: { topic } }], expected);
  if (isRejected)
    expect(read).toThrow(
      expect.objectContaining({ extensions: expect.objectContaining({ code: 'UPSTREAM_REJECTED' }) }),
    );
  else expect(read()).toHaveLength(1);
});
