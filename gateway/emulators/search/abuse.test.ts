import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Algoliasearch } from 'algoliasearch';
import type { Emulator } from '../shared/server.ts';
import { UNCONVERTIBLE_VALUES, wronglyAnswered } from '../shared/testing/unconvertibleValues.ts';
import { createSearchEmulator } from './emulator.ts';
import { createAlgoliaClient } from './testing/algoliaClient.ts';

const keys = { appId: 'EMULATOR', searchKey: 'read', writeKey: 'write' };
const indexName = 'abuse';

let emulator: Emulator;
let client: Algoliasearch;

beforeAll(async () => {
  emulator = await createSearchEmulator({ port: 0, ...keys });
  client = createAlgoliaClient(emulator.url, keys.appId, keys.writeKey);
  await client.setSettings({
    indexName,
    indexSettings: { attributesForFaceting: ['kind'], searchableAttributes: ['title', 'text'] },
  });
  await client.saveObjects({ indexName, objects: [{ objectID: 'a', title: 'Attractor', kind: 'film' }] });
});

afterAll(() => emulator?.close());

/** Sends a raw body; Algolia's client would correct or reject most of these. */
async function post(path: string, body: string): Promise<{ status: number; message: string }> {
  const response = await fetch(`${emulator.url}/1/indexes/${path}`, {
    method: 'POST',
    headers: { 'x-algolia-application-id': keys.appId, 'x-algolia-api-key': keys.writeKey },
    body,
  });
  const result = (await response.json()) as { status?: number; message?: string };
  if (!response.ok) expect(result.status).toBe(response.status);
  return { status: response.status, message: result.message ?? '' };
}

const query = (params: unknown) => post(`${indexName}/query`, JSON.stringify(params));

describe('search emulator abuse', () => {
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
    ['{"facetFilters": [[["kind:film"]]]}', 200],
    ['{"facetFilters": [[[["kind:film"]]]]}', 400],
    ['{"facetFilters": {"kind": "film"}}', 400],
    ['{"facetFilters": ["kind"]}', 400],
    ['{"numericFilters": ["year ~ 5"]}', 400],
    ['{"queryType": "prefixSome"}', 400],
    ['{"constructor": 1}', 400],
    ['{"toString": 1}', 400],
    ['{"page": 999999999}', 200],
    ['{"offset": 999999999, "length": 1000}', 200],
  ])('a search of %s gets %i', async (body, status) => {
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
  ])('the filter %.40s gets a response', async (filters, message) => {
    const response = await query({ filters });
    expect([200, 400]).toContain(response.status);
    expect(response.message).toContain(message);
  });

  test('prototype names are plain attributes', async () => {
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

  test('a multi-query of 51 queries is rejected, one of 50 accepted', async () => {
    const requests = (count: number) => Array.from({ length: count }, () => ({ indexName, query: 'attr' }));
    expect((await client.search({ requests: requests(50) })).results).toHaveLength(50);
    await expect(client.search({ requests: requests(51) })).rejects.toMatchObject({ status: 400 });
  });

  test('a query over 512 bytes is rejected, one of 512 accepted', async () => {
    expect((await query({ query: 'x'.repeat(513) })).status).toBe(400);
    expect((await query({ query: 'x'.repeat(512) })).status).toBe(200);
    expect((await query({ query: 'a '.repeat(256) })).status).toBe(200);
    expect((await query({ query: '-"'.repeat(256), advancedSyntax: true })).status).toBe(200);
  });

  test('a rule of many placeholders, whose values can be combined in many ways, is answered', async () => {
    const name = 'placeholders';
    const color = [1, 2, 3, 4, 5].map((count) => 'a '.repeat(count).trim());
    await client.setSettings({ indexName: name, indexSettings: { attributesForFaceting: ['color'] } });
    await client.saveObjects({ indexName: name, objects: [{ objectID: 'a', color }] });
    const pattern = `${'{facet:color} '.repeat(12)}z`;
    const { taskID } = await client.saveRule({
      indexName: name,
      objectID: 'r',
      rule: { objectID: 'r', conditions: [{ pattern, anchoring: 'contains' }], consequence: { params: {} } },
    });
    await client.waitForTask({ indexName: name, taskID });
    expect((await post(`${name}/query`, JSON.stringify({ query: 'a '.repeat(40) }))).status).toBe(200);
    await client.deleteIndex({ indexName: name });
  });

  test('deeply nested records are rejected', async () => {
    const nested = `${'{"a":'.repeat(300)}1${'}'.repeat(300)}`;
    expect((await post(indexName, nested)).message).toContain('nested too deep');
    const absurd = '['.repeat(100_000);
    expect((await post(indexName, absurd)).status).toBe(400);
  });

  test.each(['', '.', '..', 'a b', '%', 'a/b', '*', 'ü', 'x'.repeat(300)])(
    'the index name "%.20s" gets a client error',
    async (name) => {
      const response = await fetch(`${emulator.url}/1/indexes/${encodeURIComponent(name)}/settings`, {
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
  ])('the batch %s is rejected', async (body) => {
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
  ])('the settings %s are rejected and change nothing', async (settings) => {
    const before = await client.getSettings({ indexName });
    const indexSettings = JSON.parse(settings) as Record<string, never>;
    await expect(client.setSettings({ indexName, indexSettings })).rejects.toMatchObject({ status: 400 });
    expect(await client.getSettings({ indexName })).toEqual(before);
  });

  test('replaceAllObjects never shows a partial index', async () => {
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

describe('search emulator abuse: values that are neither texts nor numbers get 4xx', () => {
  const name = 'unconvertible';
  const promote = [
    { objectID: 'a', position: 0 },
    { objectIDs: ['b'], position: 1 },
  ];
  const rule = {
    objectID: 'r',
    conditions: [{ pattern: 'x', anchoring: 'is', context: 'c', filters: 'kind:film' }],
    consequence: { promote, hide: [{ objectID: 'c' }] },
    validity: [{ from: 1, until: 2 }],
    enabled: true,
  };
  const anyValue = /\.(consequence|conditions|conditions\.0)$|\.1\.objectIDs$|\.body(\.title)?$/;

  beforeAll(async () => {
    await client.setSettings({
      indexName: name,
      indexSettings: { attributesForFaceting: ['searchable(kind)'] },
    });
    await client.saveObjects({ indexName: name, objects: [{ objectID: 'a', title: 'x', kind: 'film' }] });
  });

  test.each<[string, object]>([
    [
      'query',
      {
        query: 'x',
        filters: 'kind:film',
        facetFilters: ['kind:film'],
        numericFilters: ['n>1'],
        tagFilters: ['x'],
        facets: ['kind'],
        page: 0,
        distinct: 1,
        ignorePlurals: true,
        userToken: 'u',
      },
    ],
    ['facets/kind/query', { facetQuery: 'x', maxFacetHits: 3, params: 'query=x' }],
    ['browse', { query: 'x', hitsPerPage: 2 }],
    ['browse', { cursor: 'x' }],
    ['objects', { requests: [{ indexName: name, objectID: 'a', attributesToRetrieve: ['title'] }] }],
    ['batch', { requests: [{ action: 'addObject', body: { objectID: 'z', title: 'x' } }] }],
    ['deleteByQuery', { filters: 'kind:none' }],
    ['operation', { operation: 'copy', destination: 'other', scope: ['settings'] }],
    ['synonyms/search', { query: 'a', type: 'synonym', page: 0, hitsPerPage: 1 }],
    [
      'synonyms/batch',
      [
        { objectID: 's', type: 'synonym', synonyms: ['a', 'b'] },
        { objectID: 'p', type: 'placeholder', placeholder: '<n>', replacements: ['a'] },
      ],
    ],
    ['rules/search', { query: 'a', anchoring: 'is', context: 'c', enabled: true, page: 0 }],
    ['rules/batch', [rule]],
  ])('POST %s %#', async (path, body) => {
    const send = async (one: unknown) => (await post(`${name}/${path}`, JSON.stringify(one))).status;
    expect(await wronglyAnswered(send, body, anyValue)).toEqual([]);
    expect((await post(`${name}/query`, '{"query": "x", "ruleContexts": ["c"]}')).status).toBe(200);
  });

  test('parameters in a cursor', async () => {
    const send = async (state: unknown) => {
      const cursor = Buffer.from(JSON.stringify(state)).toString('base64url');
      return (await post(`${name}/browse`, JSON.stringify({ cursor }))).status;
    };
    expect(await send({ parameters: { query: 'x' }, from: 0 })).toBe(200);
    expect(
      await wronglyAnswered(send, { parameters: { query: 'x', page: 1, filters: 'a:b' }, from: 0 }),
    ).toEqual([]);
    expect(await send({ parameters: null, from: 0 })).toBe(200);
  });

  test('stored values break no search and rank as no value', async () => {
    const odd = UNCONVERTIBLE_VALUES.map((value, i) => ({
      objectID: `odd${i}`,
      title: 'x',
      n: value,
      kind: value,
      _tags: [value, 'x'],
    }));
    const plain = [2, 1].map((n) => ({ objectID: `plain${n}`, title: 'x', n, kind: 'film', _tags: 'x' }));
    const indexName = 'unconvertibleRecords';
    await client.setSettings({
      indexName,
      indexSettings: {
        attributesForFaceting: ['searchable(kind)'],
        customRanking: ['asc(n)'],
        attributeForDistinct: 'kind',
        searchableAttributes: ['title', 'n'],
      },
    });
    await client.saveObjects({ indexName, objects: [...odd, ...plain] });
    const hits = async (params: object) => {
      const { hits } = await client.searchSingleIndex({ indexName, searchParams: { query: 'x', ...params } });
      return hits.map(({ objectID }) => objectID);
    };
    const all = ['plain1', 'plain2', 'odd0', 'odd1', 'odd2'];
    expect(await hits({ facets: ['*'], attributesToSnippet: ['*'] })).toEqual(all);
    expect(await hits({ tagFilters: ['x'] })).toEqual(all);
    expect(await hits({ numericFilters: ['n>=1'] })).toEqual(['plain1', 'plain2']);
    expect(await hits({ distinct: 1 })).toEqual(all.filter((id) => id !== 'plain2'));
    const synonym = {
      objectID: 's',
      type: 'synonym',
      synonyms: ['x', 'y'],
      note: UNCONVERTIBLE_VALUES,
    } as const;
    await client.saveSynonym({ indexName, objectID: 's', synonymHit: synonym as never });
    expect((await client.searchSynonyms({ indexName, searchSynonymsParams: { query: 'y' } })).nbHits).toBe(1);
    await client.deleteIndex({ indexName });
  });
});
