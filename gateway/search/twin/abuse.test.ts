import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Algoliasearch } from 'algoliasearch';
import type { Twin } from '../../twins/server.ts';
import { officialClient } from './officialClient.fixture.ts';
import { createSearchTwin } from './twin.ts';

const keys = { appId: 'TWIN', searchKey: 'read', writeKey: 'write' };
const indexName = 'abuse';

let twin: Twin;
let client: Algoliasearch;

beforeAll(async () => {
  twin = await createSearchTwin({ port: 0, ...keys });
  client = officialClient(twin.url, keys.appId, keys.writeKey);
  await client.setSettings({
    indexName,
    indexSettings: { attributesForFaceting: ['kind'], searchableAttributes: ['title', 'text'] },
  });
  await client.saveObjects({ indexName, objects: [{ objectID: 'a', title: 'Attractor', kind: 'film' }] });
});

afterAll(() => twin?.close());

/** Sends a body as it is; the provider's client would mend or refuse most of these. */
async function post(path: string, body: string): Promise<{ status: number; message: string }> {
  const response = await fetch(`${twin.url}/1/indexes/${path}`, {
    method: 'POST',
    headers: { 'x-algolia-application-id': keys.appId, 'x-algolia-api-key': keys.writeKey },
    body,
  });
  const answer = (await response.json()) as { status?: number; message?: string };
  if (!response.ok) expect(answer.status).toBe(response.status);
  return { status: response.status, message: answer.message ?? '' };
}

const query = (params: unknown) => post(`${indexName}/query`, JSON.stringify(params));

describe('abuse', () => {
  test.each([
    ['', 200],
    ['{', 400],
    ['[]', 400],
    ['null', 200],
    ['"text"', 400],
    ['{"query": 5}', 400],
    ['{"params": 5}', 400],
    ['{"page": -1}', 400],
    ['{"page": 1e99}', 400],
    ['{"hitsPerPage": 1001}', 400],
    ['{"hitsPerPage": null}', 400],
    ['{"distinct": 5}', 400],
    ['{"facetFilters": [[["kind:film"]]]}', 400],
    ['{"facetFilters": {"kind": "film"}}', 400],
    ['{"facetFilters": ["kind"]}', 400],
    ['{"numericFilters": ["year ~ 5"]}', 400],
    ['{"queryType": "prefixSome"}', 400],
    ['{"constructor": 1}', 400],
    ['{"toString": 1}', 400],
    ['{"page": 999999999}', 200],
    ['{"offset": 999999999, "length": 1000}', 200],
  ])('answers a search of %s with %i', async (body, status) => {
    expect((await post(`${indexName}/query`, body)).status).toBe(status);
  });

  test.each([
    ['((((', 'Unexpected token'],
    [')', 'Unexpected token'],
    ['NOT NOT kind:film', 'Unexpected token'],
    ['kind:film OR OR kind:film', 'Unexpected token'],
    ['kind:', 'Unexpected token end of filter'],
    ['a:b:c', 'expected end of filter'],
    ['year > many', 'expected numeric'],
    ['year:1 TO', 'expected numeric'],
    ['kind:film<score=many>', 'expected numeric'],
    ['"kind:film', 'incomplete string'],
    ['\u0000', ''],
    [`${'('.repeat(5000)}a${')'.repeat(5000)}`, 'groups inside one another'],
    [Array(1001).fill('kind:film').join(' OR '), 'at most 1000'],
  ])('reads the filter %.40s without falling over', async (filters, message) => {
    const answer = await query({ filters });
    expect([200, 400]).toContain(answer.status);
    expect(answer.message).toContain(message);
  });

  test('takes prototype names for the plain attributes they are', async () => {
    const body =
      '{"requests":[{"action":"addObject","body":{"objectID":"__proto__","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"title":"Proto","kind":"__proto__"}}]}';
    expect((await post(`${indexName}/batch`, body)).status).toBe(200);
    const { hits, facets } = await client.searchSingleIndex({
      indexName,
      searchParams: { query: 'proto', facets: ['kind'], attributesToRetrieve: ['constructor', '__proto__'] },
    });
    expect(hits.map((hit) => hit.objectID)).toEqual(['__proto__']);
    expect(Object.keys(facets?.kind ?? {})).toEqual(['__proto__']);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    await client.deleteObject({ indexName, objectID: '__proto__' });
  });

  test('refuses 51 queries and answers 50', async () => {
    const requests = (count: number) => Array.from({ length: count }, () => ({ indexName, query: 'attr' }));
    expect((await client.search({ requests: requests(50) })).results).toHaveLength(50);
    await expect(client.search({ requests: requests(51) })).rejects.toMatchObject({ status: 400 });
  });

  test('refuses a query of more than 512 bytes, and reads one of 512', async () => {
    expect((await query({ query: 'x'.repeat(513) })).status).toBe(400);
    expect((await query({ query: 'x'.repeat(512) })).status).toBe(200);
    expect((await query({ query: 'a '.repeat(256) })).status).toBe(200);
    expect((await query({ query: '-"'.repeat(256), advancedSyntax: true })).status).toBe(200);
  });

  test('refuses records nested beyond sense', async () => {
    const nested = `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`;
    expect((await post(indexName, nested)).message).toContain('nested too deep');
    const absurd = '['.repeat(100_000);
    expect((await post(indexName, absurd)).status).toBe(400);
  });

  test.each(['', '.', '..', 'a b', '%', 'a/b', '*', 'ü', 'x'.repeat(300)])(
    'answers about the index named "%.20s" without an error of its own',
    async (name) => {
      const response = await fetch(`${twin.url}/1/indexes/${encodeURIComponent(name)}/settings`, {
        headers: { 'x-algolia-application-id': keys.appId, 'x-algolia-api-key': keys.writeKey },
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    },
  );

  test.each([
    '{"requests": {}}',
    '{"requests": [1]}',
    '{"requests": [{"action": "addObject", "body": []}]}',
    '{"requests": [{"action": "updateObject", "body": {}}]}',
    '{"requests": [{"action": "addObject", "body": {"objectID": ""}}]}',
    '{"requests": [{"action": "addObject", "body": {"objectID": {}}}]}',
    '{"requests": [{"action": "partialUpdateObject", "body": {"objectID": "a", "n": {"_operation": "Explode", "value": 1}}}]}',
    '{"requests": [{"action": "partialUpdateObject", "body": {"objectID": "a", "title": {"_operation": "Increment", "value": 1}}}]}',
  ])('refuses the batch %s', async (body) => {
    expect((await post(`${indexName}/batch`, body)).status).toBe(400);
    expect((await client.getObject({ indexName, objectID: 'a' })).title).toBe('Attractor');
  });

  test.each([
    '{"searchableAttributes": "title"}',
    '{"searchableAttributes": [1]}',
    '{"ranking": ["best"]}',
    '{"customRanking": ["popularity"]}',
    '{"hitsPerPage": "twenty"}',
    '{"nothing": 1}',
    '{"toString": 1}',
    '[]',
  ])('refuses the settings %s, and changes nothing', async (settings) => {
    const before = await client.getSettings({ indexName });
    const indexSettings = JSON.parse(settings) as Record<string, never>;
    await expect(client.setSettings({ indexName, indexSettings })).rejects.toMatchObject({ status: 400 });
    expect(await client.getSettings({ indexName })).toEqual(before);
  });

  test('never shows half of an index while all its objects are replaced', async () => {
    const generation = (n: number) =>
      Array.from({ length: 300 }, (_, i) => ({ objectID: `r${i}`, title: 'Replaced', kind: `g${n}` }));
    const name = 'replaced';
    await client.setSettings({ indexName: name, indexSettings: { attributesForFaceting: ['kind'] } });
    await client.replaceAllObjects({ indexName: name, objects: generation(0) });
    let replacing = true;
    const replaced = (async () => {
      for (let n = 1; n <= 4; n++)
        await client.replaceAllObjects({ indexName: name, objects: generation(n), batchSize: 100 });
      replacing = false;
    })();
    let searches = 0;
    while (replacing) {
      const { nbHits, facets } = await client.searchSingleIndex({
        indexName: name,
        searchParams: { query: 'replaced', facets: ['kind'] },
      });
      expect(nbHits).toBe(300);
      expect(Object.values(facets?.kind ?? {})).toEqual([300]);
      searches += 1;
    }
    await replaced;
    expect(searches).toBeGreaterThan(3);
    expect((await client.listIndices()).items.map((item) => item.name)).toContain(name);
    expect((await client.listIndices()).items.some((item) => item.name.includes('_tmp_'))).toBe(false);
  });
});
