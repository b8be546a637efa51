import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Algoliasearch, algoliasearch } from 'algoliasearch';
import { createSearchTwin } from '../../gateway/search/twin/twin.ts';
import type { Twin } from '../../gateway/twins/server.ts';
import { testAudits } from './audit.ts';
import { loadOpenApi } from './openapi.ts';
import { searchAudits } from './search.audits.ts';
import type { SearchTarget } from './searchTarget.ts';

const SPECIFICATION = '../shared/specs/algolia-search.yml';
const EVENTS_SPECIFICATION = '../shared/specs/algolia-insights.yml';

const keys = { appId: 'AUDIT', searchKey: 'audit-search', writeKey: 'audit-write' };
let twin: Twin;
let target: SearchTarget;

interface Exchange {
  method: string;
  path: string;
  sent: unknown;
  status: number;
  body: unknown;
}
/** Every exchange the audits had. */
const exchanges: Exchange[] = [];
const honestFetch = globalThis.fetch;

const parsed = (text: string | undefined): unknown => (text ? JSON.parse(text) : undefined);

beforeAll(async () => {
  twin = await createSearchTwin({ port: 0, ...keys });
  target = { baseUrl: twin.url, ...keys, indexPrefix: 'conformance' };
  globalThis.fetch = async (input, init) => {
    const response = await honestFetch(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    const sent = typeof init?.body === 'string' ? parsed(init.body) : undefined;
    const body = parsed(await response.clone().text());
    const method = init?.method ?? 'GET';
    exchanges.push({ method, path: url.pathname + url.search, sent, status: response.status, body });
    return response;
  };
});

afterAll(async () => {
  globalThis.fetch = honestFetch;
  await twin?.close();
});

describe('the search twin keeps what the provider promises', () => {
  testAudits(searchAudits, () => target);

  test('every audit has an id of its own', () => {
    expect(searchAudits.length).toBeGreaterThanOrEqual(60);
    expect(new Set(searchAudits.map(({ id }) => id)).size).toBe(searchAudits.length);
  });
});

const describeWithDocument = existsSync(SPECIFICATION) ? describe : describe.skip;
if (!existsSync(SPECIFICATION))
  console.warn(`${SPECIFICATION} is not here: answers are not held against the provider's document.`);

/** Counts alone, by `hitsPerPage: 0`: the document forbids it and the provider's own libraries do it. */
const isCountAlone = ({ body }: Exchange) =>
  (body as { hitsPerPage?: number } | undefined)?.hitsPerPage === 0;

describeWithDocument("the provider's OpenAPI document", () => {
  test('is kept by every request of the SDK and every answer to it', async () => {
    const document = loadOpenApi(SPECIFICATION, { closed: true });
    const seen = await everyCall();
    expect(seen.length).toBeGreaterThan(40);
    expect(
      seen.flatMap(({ method, path, sent, status, body }) => [
        ...document.request(method, path, sent),
        ...document.response(method, path, status, body),
      ]),
    ).toEqual([]);
  });

  test('is kept by every answer the audits saw', () => {
    const document = loadOpenApi(SPECIFICATION, { closed: true });
    const known = exchanges.filter(
      (exchange) => !isCountAlone(exchange) && !exchange.path.includes('/1/events'),
    );
    expect(known.length).toBeGreaterThan(300);
    const violations = known.flatMap(({ method, path, status, body }) =>
      document.response(method, path, status, body),
    );
    expect([...new Set(violations)].slice(0, 20)).toEqual([]);
  });

  test('is kept by events', async () => {
    const document = loadOpenApi(EVENTS_SPECIFICATION, { closed: true });
    const event = { eventType: 'view', eventName: 'Seen', index: 'films', userToken: 'u', objectIDs: ['a'] };
    const sent = { events: [event] };
    const headers = { 'x-algolia-application-id': keys.appId, 'x-algolia-api-key': keys.searchKey };
    const response = await fetch(`${twin.url}/1/events`, {
      method: 'POST',
      headers,
      body: JSON.stringify(sent),
    });
    expect(document.request('POST', '/1/events', sent)).toEqual([]);
    expect(document.response('POST', '/1/events', response.status, await response.json())).toEqual([]);
  });
});

/** Calls each route this twin has through the SDK. */
async function everyCall(): Promise<Exchange[]> {
  const from = exchanges.length;
  const { hostname, port } = new URL(twin.url);
  const client: Algoliasearch = algoliasearch(keys.appId, keys.writeKey, {
    hosts: [{ url: hostname, port: Number(port), protocol: 'http', accept: 'readWrite' }],
    // The SDK's own requester is not seen by this file; what it would send goes through fetch instead.
    requester: {
      async send({ url, method, headers, data }) {
        const response = await fetch(url, {
          method,
          headers,
          ...(data !== undefined && { body: data as string }),
        });
        return { status: response.status, content: await response.text(), headers: {}, isTimedOut: false };
      },
    },
  });
  const indexName = 'sdk';
  const copy = 'sdk_copy';
  await client.setSettings({
    indexName,
    indexSettings: {
      searchableAttributes: ['title', 'unordered(topics.title)'],
      attributesForFaceting: ['kind', 'searchable(topics.slug)'],
      customRanking: ['desc(year)'],
      distinct: true,
    },
  });
  const film = { title: 'Attractors', kind: 'film', year: 1963, topics: [{ slug: 'chaos', title: 'Chaos' }] };
  const { taskID } = await client.saveObject({ indexName, body: film });
  await client.waitForTask({ indexName, taskID });
  await client.addOrUpdateObject({ indexName, objectID: 'a', body: film });
  await client.partialUpdateObject({
    indexName,
    objectID: 'a',
    attributesToUpdate: { year: { _operation: 'Increment', value: 1 } },
  });
  await client.partialUpdateObjects({
    indexName,
    objects: [{ objectID: 'a', seen: true }],
    createIfNotExists: true,
  });
  await client.saveObjects({ indexName, objects: [{ ...film, objectID: 'b' }], waitForTasks: true });
  await client.replaceAllObjects({
    indexName,
    objects: ['a', 'b', 'c'].map((objectID) => ({ ...film, objectID })),
  });
  await client.getObject({ indexName, objectID: 'a', attributesToRetrieve: ['title'] });
  await client.getObjects({
    requests: [
      { indexName, objectID: 'a' },
      { indexName, objectID: 'nobody' },
    ],
  });
  await client.searchSingleIndex({
    indexName,
    searchParams: {
      query: 'chaos',
      facets: ['*'],
      getRankingInfo: true,
      clickAnalytics: true,
      attributesToSnippet: ['title:3'],
      optionalFilters: ['kind:film<score=2>'],
      sumOrFiltersScores: true,
    },
  });
  await client.search({
    requests: [
      { indexName, query: 'atractors', removeWordsIfNoResults: 'lastWords' },
      { indexName, type: 'facet', facet: 'topics.slug', facetQuery: 'ch' },
    ],
  });
  await client.searchForFacetValues({
    indexName,
    facetName: 'topics.slug',
    searchForFacetValuesRequest: { facetQuery: 'ch', maxFacetHits: 5 },
  });
  await client.browseObjects({
    indexName,
    browseParams: { hitsPerPage: 2 },
    aggregator: () => undefined,
  });
  const synonym = { objectID: 's', type: 'synonym', synonyms: ['film', 'movie'] } as const;
  const synonymHit = { ...synonym, synonyms: [...synonym.synonyms] };
  await client.saveSynonym({ indexName, objectID: 's', synonymHit });
  await client.saveSynonyms({ indexName, synonymHit: [synonymHit], replaceExistingSynonyms: true });
  await client.getSynonym({ indexName, objectID: 's' });
  await client.searchSynonyms({ indexName, searchSynonymsParams: { query: 'film' } });
  await client.deleteSynonym({ indexName, objectID: 's' });
  await client.clearSynonyms({ indexName });
  const rule = {
    objectID: 'r',
    conditions: [{ pattern: 'x', anchoring: 'is' as const }],
    consequence: { params: { filters: 'kind:film' } },
  };
  await client.saveRule({ indexName, objectID: 'r', rule });
  await client.saveRules({ indexName, rules: [rule], clearExistingRules: true });
  await client.getRule({ indexName, objectID: 'r' });
  await client.searchRules({ indexName, searchRulesParams: { query: 'x' } });
  await client.deleteRule({ indexName, objectID: 'r' });
  await client.clearRules({ indexName });
  await client.getSettings({ indexName });
  await client.getApiKey({ key: keys.searchKey });
  await client.indexExists({ indexName });
  await client.listIndices();
  await client.operationIndex({ indexName, operationIndexParams: { operation: 'copy', destination: copy } });
  await client.multipleBatch({
    requests: [{ action: 'addObject', indexName: copy, body: { objectID: 'd', title: 'D' } }],
  });
  await client.deleteBy({ indexName: copy, deleteByParams: { filters: 'objectID:d' } });
  await client.deleteObject({ indexName: copy, objectID: 'a' });
  await client.deleteObjects({ indexName: copy, objectIDs: ['b'] });
  await client.clearObjects({ indexName: copy });
  await client.deleteIndex({ indexName: copy });
  await client.deleteIndex({ indexName });
  return exchanges.slice(from);
}
