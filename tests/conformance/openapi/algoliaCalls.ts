import type { Algoliasearch } from 'algoliasearch';
import { createAlgoliaClient } from '../../../gateway/emulators/search/testing/algoliaClient.ts';

const indexName = 'sdk';

/** Calls all routes of the search emulator with the SDK. @param url of the emulator */
export async function callAllAlgoliaRoutes(
  url: string,
  keys: { readonly appId: string; readonly searchKey: string; readonly writeKey: string },
): Promise<void> {
  const client = createAlgoliaClient(url, keys.appId, keys.writeKey, {
    // `recordExchanges` records fetch only, and the SDK has its own requester.
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
  await recordCalls(client);
  await searchCalls(client);
  await vocabularyCalls(client);
  await client.getApiKey({ key: keys.searchKey });
  await indexCalls(client);
}

async function recordCalls(client: Algoliasearch): Promise<void> {
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
      { indexName, objectID: 'unknown' },
    ],
  });
}

async function searchCalls(client: Algoliasearch): Promise<void> {
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
}

/** Synonyms and rules. */
async function vocabularyCalls(client: Algoliasearch): Promise<void> {
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
}

async function indexCalls(client: Algoliasearch): Promise<void> {
  const copy = 'sdk_copy';
  await client.getSettings({ indexName });
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
}
