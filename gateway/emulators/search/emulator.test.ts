import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Algoliasearch, SearchResponse } from 'algoliasearch';
import { callControl } from '../shared/control.ts';
import type { Emulator } from '../shared/server.ts';
import { createSearchEmulator } from './emulator.ts';
import { createAlgoliaClient } from './testing/algoliaClient.ts';

const keys = { appId: 'EMULATOR', searchKey: 'read', writeKey: 'write' };
const indexName = 'trivium_documents';

let emulator: Emulator;
let client: Algoliasearch;

const clientWith = (key: string, appId = keys.appId) => createAlgoliaClient(emulator.url, appId, key);

const topics = (...slugs: string[]) => slugs.map((slug) => ({ id: slug, slug, title: slug.toUpperCase() }));

const documents = [
  {
    objectID: 'lorenz',
    _type: 'film',
    title: 'The Lorenz attractor',
    year: 1963,
    topics: topics('chaos', 'flow'),
  },
  { objectID: 'rossler', _type: 'film', title: 'Rössler bands', year: 1976, topics: topics('chaos', 'flow') },
  { objectID: 'pendula', _type: 'film', title: 'Double pendula', year: 1992, topics: topics('chaos') },
  { objectID: 'ripples', _type: 'film', title: 'Ripples', year: 1801, topics: topics('waves') },
  { objectID: 'essay', _type: 'article', title: 'What chaos is not', topics: topics('chaos') },
];

beforeAll(async () => {
  emulator = await createSearchEmulator({ port: 0, ...keys });
  client = clientWith(keys.writeKey);
  await seed();
});

afterAll(() => emulator?.close());

afterEach(async () => {
  await callControl(emulator.url, 'DELETE', 'faults');
});

async function seed(): Promise<void> {
  await client.setSettings({
    indexName,
    indexSettings: {
      searchableAttributes: ['title', 'unordered(topics.title)'],
      attributesForFaceting: ['_type', 'topics.slug', 'year'],
      customRanking: ['desc(year)'],
    },
  });
  await client.replaceAllObjects({ indexName, objects: documents });
}

const ids = (response: { hits: { objectID: string }[] }) => response.hits.map((hit) => hit.objectID);

describe('search emulator with the official client', () => {
  test('replaceAllObjects replaces records, keeps settings and leaves no temporary index', async () => {
    await client.replaceAllObjects({ indexName, objects: documents });
    const { items } = await client.listIndices();
    expect(items.map(({ name, entries }) => [name, entries])).toEqual([[indexName, documents.length]]);
    expect((await client.getSettings({ indexName })).customRanking).toEqual(['desc(year)']);
  });

  test('saveObjects saves in batches and waits for their tasks', async () => {
    const objects = Array.from({ length: 2500 }, (_, i) => ({ objectID: `o${i}`, title: `Number ${i}` }));
    await client.saveObjects({ indexName: 'many', objects, batchSize: 1000, waitForTasks: true });
    const seen: string[] = [];
    await client.browseObjects({
      indexName: 'many',
      browseParams: {},
      aggregator: ({ hits }) => void seen.push(...hits.map((hit) => hit.objectID)),
    });
    expect(new Set(seen).size).toBe(2500);
    await client.deleteIndex({ indexName: 'many' });
  });

  test('a multi-query counts disjunctive facets', async () => {
    const query = { indexName, query: 'chaos', facets: ['_type', 'topics.slug'] };
    const counting = { hitsPerPage: 0, analytics: false, clickAnalytics: false };
    const { results } = await client.search({
      requests: [
        { ...query, facetFilters: [['_type:film']] },
        { ...query, ...counting, facets: ['_type'] },
      ],
    });
    const [main, facet] = results as [SearchResponse, SearchResponse];
    expect(main.nbHits).toBe(3);
    expect(main.facets).toEqual({ _type: { film: 3 }, 'topics.slug': { chaos: 3, flow: 2 } });
    expect(facet.facets).toEqual({ _type: { film: 3, article: 1 } });
    expect(facet.hits).toEqual([]);
  });

  test('optional filters rank related documents by the number of shared topics and exclude the document itself', async () => {
    const response = await client.searchSingleIndex({
      indexName,
      searchParams: {
        filters: 'NOT objectID:"lorenz" AND _type:film',
        optionalFilters: [['topics.slug:chaos', 'topics.slug:flow']],
        sumOrFiltersScores: true,
      },
    });
    expect(ids(response)).toEqual(['rossler', 'pendula', 'ripples']);
  });

  test('highlights use the requested tags', async () => {
    const { hits } = await client.searchSingleIndex<{ title: string }>({
      indexName,
      searchParams: { query: 'rossl', highlightPreTag: '\ue000', highlightPostTag: '\ue001' },
    });
    expect(hits[0]?._highlightResult?.title).toMatchObject({ value: '\ue000Rössl\ue001er bands' });
  });

  test('secured keys of the client are accepted and restrict searches', async () => {
    const key = client.generateSecuredApiKey({
      parentApiKey: keys.searchKey,
      restrictions: {
        filters: '_type:article',
        restrictIndices: ['trivium_*'],
        validUntil: Math.floor(Date.now() / 1000) + 60,
        userToken: 'reader',
        searchParams: { hitsPerPage: 1 },
      },
    });
    const response = await clientWith(key).searchSingleIndex({
      indexName,
      searchParams: { hitsPerPage: 50 },
    });
    expect(ids(response)).toEqual(['essay']);
    expect(response.hitsPerPage).toBe(1);
    await expect(clientWith(key).searchSingleIndex({ indexName: 'other' })).rejects.toMatchObject({
      status: 403,
    });
  });

  test('secured keys of other networks get 403', async () => {
    const key = (restrictSources: string) =>
      client.generateSecuredApiKey({ parentApiKey: keys.searchKey, restrictions: { restrictSources } });
    const search = (sources: string) => clientWith(key(sources)).searchSingleIndex({ indexName });
    for (const sources of ['10.0.0.0/8', '127.0.0.2', '::1', '10.0.0.0/8,2001:db8::/32'])
      await expect(search(sources)).rejects.toMatchObject({
        status: 403,
        message: 'IP address not allowed with this API key',
      });
    for (const sources of ['127.0.0.1', '127.0.0.0/8', '::1,127.0.0.1/32', '::ffff:127.0.0.1'])
      expect((await search(sources)).nbHits).toBe(documents.length);
    for (const sources of ['nowhere', '127.0.0.1/33', '127.0.0.1/', '1.2.3.4/8/8'])
      await expect(search(sources)).rejects.toMatchObject({ status: 400 });
  });

  test('an unknown application or key gets 403', async () => {
    const error = { status: 403, message: 'Invalid Application-ID or API key' };
    await expect(clientWith('read', 'OTHER').searchSingleIndex({ indexName })).rejects.toMatchObject(error);
    await expect(clientWith('nothing').searchSingleIndex({ indexName })).rejects.toMatchObject(error);
  });

  test("a missing index gets 404 with Algolia's message", async () => {
    expect(await client.indexExists({ indexName: 'nowhere' })).toBe(false);
    await expect(client.searchSingleIndex({ indexName: 'nowhere' })).rejects.toMatchObject({
      status: 404,
      message: 'Index nowhere does not exist',
    });
  });

  test('an oversized record is rejected and nothing of its batch is stored', async () => {
    const objects = [
      { objectID: 'small', title: 'Small' },
      { objectID: 'big', title: 'x'.repeat(14_000) },
    ];
    await expect(client.saveObjects({ indexName, objects })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/position 1 objectID=big is too big size=14\d{3}\/10000 bytes/),
    });
    await expect(client.getObject({ indexName, objectID: 'small' })).rejects.toMatchObject({ status: 404 });
  });

  test('stopIfEnoughMatches skips later queries', async () => {
    const { results } = await client.search({
      requests: [
        { indexName, query: 'ripples', hitsPerPage: 1 },
        { indexName, query: 'chaos' },
      ],
      strategy: 'stopIfEnoughMatches',
    });
    expect((results as SearchResponse[]).map(({ nbHits }) => nbHits)).toEqual([1, 0]);
  });

  test('Insights events are validated and listed for tests', async () => {
    const { hostname, port } = new URL(emulator.url);
    const insights = client.initInsights({
      options: { hosts: [{ url: hostname, port: Number(port), protocol: 'http', accept: 'readWrite' }] },
    });
    const event = {
      eventType: 'click' as const,
      eventName: 'Film opened',
      index: indexName,
      userToken: 'reader',
      objectIDs: ['lorenz'],
      positions: [1],
      queryID: '0123456789abcdef0123456789abcdef',
    };
    await insights.pushEvents({ events: [event] });
    expect(await callControl(emulator.url, 'GET', 'events')).toEqual({ events: [event] });
    const { positions: _, ...unplaced } = event;
    await expect(insights.pushEvents({ events: [unplaced as typeof event] })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('positions'),
    });
  });
});

describe('search emulator controls', () => {
  test('the request log lists provider requests, and faults apply', async () => {
    await callControl(emulator.url, 'DELETE', 'requests');
    const fault = {
      kind: 'status',
      status: 429,
      path: '/queries$',
      times: 1,
      headers: { 'retry-after': '0' },
    };
    await callControl(emulator.url, 'PUT', 'faults', { faults: [fault] });
    const status = await fetch(`${emulator.url}/1/indexes/*/queries`, { method: 'POST' }).then(
      (r) => r.status,
    );
    expect(status).toBe(429);
    await client.search({ requests: [{ indexName }] });
    expect(await callControl(emulator.url, 'GET', 'requests')).toMatchObject({
      requests: [
        { method: 'POST', path: '/1/indexes/*/queries', status: 429 },
        { method: 'POST', path: '/1/indexes/*/queries', status: 200 },
      ],
    });
  });

  test('reset deletes all indices and task ids continue', async () => {
    const before = await client.saveObject({ indexName, body: { objectID: 'x' } });
    await callControl(emulator.url, 'POST', 'reset');
    expect((await client.listIndices()).items).toEqual([]);
    const after = await client.saveObject({ indexName, body: { objectID: 'x' } });
    expect(after.taskID).toBeGreaterThan(before.taskID);
    await seed();
  });

  test('CORS allows any origin', async () => {
    const preflight = await fetch(`${emulator.url}/1/indexes/*/queries`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-algolia-api-key',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  });
});
