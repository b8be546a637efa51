import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Algoliasearch, SearchResponse } from 'algoliasearch';
import type { Twin } from '../../twins/server.ts';
import { officialClient } from './officialClient.fixture.ts';
import { createSearchTwin } from './twin.ts';

const keys = { appId: 'TWIN', searchKey: 'read', writeKey: 'write' };
const indexName = 'trivium_documents';

let twin: Twin;
let client: Algoliasearch;

const clientWith = (key: string, appId = keys.appId) => officialClient(twin.url, appId, key);

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
  twin = await createSearchTwin({ port: 0, ...keys });
  client = clientWith(keys.writeKey);
  await seed();
});

afterAll(() => twin?.close());

afterEach(async () => {
  await fetch(`${twin.url}/__twin/faults`, { method: 'DELETE' });
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

describe('through the provider’s client', () => {
  test('replaces all objects, keeps the settings, and leaves no temporary index', async () => {
    await client.replaceAllObjects({ indexName, objects: documents });
    const { items } = await client.listIndices();
    expect(items.map(({ name, entries }) => [name, entries])).toEqual([[indexName, documents.length]]);
    expect((await client.getSettings({ indexName })).customRanking).toEqual(['desc(year)']);
  });

  test('saves in batches and waits for their tasks', async () => {
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

  test('counts disjunctive facets in one multi-query', async () => {
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

  test('ranks related documents by the number of topics they share, without the document itself', async () => {
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

  test('highlights between sentinel characters, so that no markup is needed', async () => {
    const { hits } = await client.searchSingleIndex<{ title: string }>({
      indexName,
      searchParams: { query: 'rossl', highlightPreTag: '\ue000', highlightPostTag: '\ue001' },
    });
    expect(hits[0]?._highlightResult?.title).toMatchObject({ value: '\ue000Rössl\ue001er bands' });
  });

  test('accepts secured keys the client makes', async () => {
    const key = client.generateSecuredApiKey({
      parentApiKey: keys.searchKey,
      restrictions: {
        filters: '_type:article',
        restrictIndices: ['trivium_*'],
        validUntil: Math.floor(Date.now() / 1000) + 60,
        userToken: 'somebody',
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

  test('refuses another application and keys it does not know', async () => {
    const refusal = { status: 403, message: 'Invalid Application-ID or API key' };
    await expect(clientWith('read', 'OTHER').searchSingleIndex({ indexName })).rejects.toMatchObject(refusal);
    await expect(clientWith('nothing').searchSingleIndex({ indexName })).rejects.toMatchObject(refusal);
  });

  test('tells of an index that does not exist by status and words', async () => {
    expect(await client.indexExists({ indexName: 'nowhere' })).toBe(false);
    await expect(client.searchSingleIndex({ indexName: 'nowhere' })).rejects.toMatchObject({
      status: 404,
      message: 'Index nowhere does not exist',
    });
  });

  test('refuses a record that is too big, and takes nothing of its batch', async () => {
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

  test('stops after enough matches with that strategy', async () => {
    const { results } = await client.search({
      requests: [
        { indexName, query: 'ripples', hitsPerPage: 1 },
        { indexName, query: 'chaos' },
      ],
      strategy: 'stopIfEnoughMatches',
    });
    expect((results as SearchResponse[]).map(({ nbHits }) => nbHits)).toEqual([1, 0]);
  });

  test('takes events, and shows them to tests', async () => {
    const { hostname, port } = new URL(twin.url);
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
    const shown = await fetch(`${twin.url}/__twin/events`);
    expect(await shown.json()).toEqual({ events: [event] });
    const { positions: _, ...unplaced } = event;
    await expect(insights.pushEvents({ events: [unplaced as typeof event] })).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('positions'),
    });
  });
});

describe('as a twin', () => {
  test('shows the provider’s calls in its log and misbehaves when told to', async () => {
    await fetch(`${twin.url}/__twin/requests`, { method: 'DELETE' });
    const fault = {
      kind: 'status',
      status: 429,
      path: '/queries$',
      times: 1,
      headers: { 'retry-after': '0' },
    };
    await fetch(`${twin.url}/__twin/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ faults: [fault] }),
    });
    const status = await fetch(`${twin.url}/1/indexes/*/queries`, { method: 'POST' }).then((r) => r.status);
    expect(status).toBe(429);
    await client.search({ requests: [{ indexName }] });
    const log = await fetch(`${twin.url}/__twin/requests`).then((r) => r.json());
    expect(log).toMatchObject({
      requests: [
        { method: 'POST', path: '/1/indexes/*/queries', status: 429 },
        { method: 'POST', path: '/1/indexes/*/queries', status: 200 },
      ],
    });
  });

  test('is empty after a reset, and its task ids go on', async () => {
    const before = await client.saveObject({ indexName, body: { objectID: 'x' } });
    await fetch(`${twin.url}/__twin/reset`, { method: 'POST' });
    expect((await client.listIndices()).items).toEqual([]);
    const after = await client.saveObject({ indexName, body: { objectID: 'x' } });
    expect(after.taskID).toBeGreaterThan(before.taskID);
    await seed();
  });

  test('answers browsers of any origin', async () => {
    const preflight = await fetch(`${twin.url}/1/indexes/*/queries`, {
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
