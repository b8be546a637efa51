import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, noSuchObject } from '../api/apiError.ts';
import { MAX_QUERIES_PER_REQUEST } from '../api/limits.ts';
import { invalidParameter, oneOf, stringList } from '../api/parameterParsers.ts';
import { readParameters, type SearchParameters } from '../api/searchParameters.ts';
import { isObject, pickAttributes } from '../index/attributes.ts';
import type { Indices } from '../index/indices.ts';
import type { IndexStore } from '../index/store.ts';
import { browse } from '../query/browse.ts';
import { searchFacetValues } from '../query/facetSearch.ts';
import { type SearchRequest, type SearchResponse, search } from '../query/search.ts';
import { requireIndex } from './apiKeys.ts';
import { permissionsOf } from './auth.ts';

/** Attributes of a multi-query's request that are not search parameters. */
const NON_SEARCH_PARAMETERS = ['indexName', 'type', 'facet', 'facetQuery', 'maxFacetHits'];
const FACET_PARAMETERS = ['facetQuery', 'maxFacetHits'];
const strategies = oneOf('none', 'stopIfEnoughMatches');

interface IndexParams {
  indexName: string;
  facetName: string;
  objectID: string;
}

const paramsOf = (request: FastifyRequest) => request.params as IndexParams;

/** Registers the routes that read: searches, facet searches, browse, records. */
export function queryRoutes(app: FastifyInstance, indices: Indices): void {
  const searching = { config: { acl: 'search' } } as const;

  app.post('/1/indexes/:indexName/query', searching, (request) =>
    search(requestOf(indices.readable, request, paramsOf(request).indexName, request.body, [])),
  );

  app.post('/1/indexes/:indexName/queries', searching, (request) => {
    const { requests, strategy = 'none' } = readMultiQuery(request.body);
    if (requests.length > MAX_QUERIES_PER_REQUEST)
      throw badRequest(
        `Too many queries in the request: expected at most ${MAX_QUERIES_PER_REQUEST}, got ${requests.length}`,
      );
    const stops = strategies(strategy, 'strategy') === 'stopIfEnoughMatches';
    const results: SearchResponse[] = [];
    let enough = false;
    for (const one of requests) {
      const response = runQuery(indices.readable, request, one);
      results.push(enough ? { ...response, hits: [], nbHits: 0, nbPages: 0, processed: false } : response);
      enough ||= stops && Number(response.nbHits) >= Number(response.hitsPerPage ?? response.length);
    }
    return { results };
  });

  app.post('/1/indexes/:indexName/facets/:facetName/query', searching, (request) => {
    const { indexName, facetName } = paramsOf(request);
    const body = isObject(request.body) ? request.body : {};
    return searchFacetValues(
      requestOf(indices.readable, request, indexName, body, FACET_PARAMETERS),
      facetName,
      body,
    );
  });

  app.post('/1/indexes/:indexName/browse', { config: { acl: 'browse' } }, (request) => {
    const body = isObject(request.body) ? request.body : {};
    return browse(
      requestOf(indices.readable, request, paramsOf(request).indexName, body, ['cursor']),
      body.cursor,
    );
  });

  app.get('/1/indexes/:indexName/:objectID', searching, (request) => {
    const { indexName, objectID } = paramsOf(request);
    const { attributesToRetrieve } = request.query as Record<string, unknown>;
    const index = indices.readable.get(indexName);
    const record = index.get(objectID);
    if (!record) throw noSuchObject();
    const wanted =
      attributesToRetrieve === undefined ? ['*'] : stringList(attributesToRetrieve, 'attributesToRetrieve');
    return pickAttributes(record, wanted, hiddenAttributes(request, index.options.unretrievableAttributes));
  });

  app.post('/1/indexes/:indexName/objects', searching, (request) => {
    const { requests } = readMultiQuery(request.body);
    const missing = new Set<string>();
    const results = requests.map((one) => {
      const { indexName, objectID, attributesToRetrieve = ['*'] } = one;
      if (typeof indexName !== 'string') throw invalidParameter('indexName', 'string');
      if (typeof objectID !== 'string') throw invalidParameter('objectID', 'string');
      requireIndex(permissionsOf(request), indexName);
      const index = indices.readable.find(indexName);
      if (!index) missing.add(indexName);
      const record = index?.get(objectID);
      const hidden = hiddenAttributes(request, index?.options.unretrievableAttributes ?? []);
      return record
        ? pickAttributes(record, stringList(attributesToRetrieve, 'attributesToRetrieve'), hidden)
        : null;
    });
    const [first] = missing;
    return { results, ...(first !== undefined && { message: `Index ${first} does not exist.` }) };
  });
}

function hiddenAttributes(request: FastifyRequest, unretrievable: readonly string[]): readonly string[] {
  return permissionsOf(request).acl.includes('seeUnretrievableAttributes') ? [] : unretrievable;
}

function readMultiQuery(body: unknown): { requests: Record<string, unknown>[]; strategy?: unknown } {
  const { requests, strategy } = isObject(body) ? body : {};
  if (!Array.isArray(requests) || !requests.every(isObject))
    throw badRequest('Invalid request, expected {"requests": [{"indexName", …}, …]}');
  return { requests, strategy };
}

function runQuery(store: IndexStore, request: FastifyRequest, one: Record<string, unknown>): SearchResponse {
  const { indexName, type = 'default', facet } = one;
  if (typeof indexName !== 'string') throw invalidParameter('indexName', 'string');
  requireIndex(permissionsOf(request), indexName);
  const searchRequest = requestOf(store, request, indexName, one, NON_SEARCH_PARAMETERS);
  if (oneOf('default', 'facet')(type, 'type') === 'default') return search(searchRequest);
  if (typeof facet !== 'string') throw invalidParameter('facet', 'string');
  return searchFacetValues(searchRequest, facet, one);
}

function requestOf(
  store: IndexStore,
  request: FastifyRequest,
  indexName: string,
  body: unknown,
  skip: readonly string[],
): SearchRequest {
  const permissions = permissionsOf(request);
  const parameters = withNaturalLanguages({ ...readParameters(body, skip), ...permissions.parameters });
  return {
    index: store.get(indexName),
    indexName,
    parameters,
    keyFilters: permissions.filters,
    seesUnretrievable: permissions.acl.includes('seeUnretrievableAttributes'),
  };
}

/** Sets the parameters that `naturalLanguages` stands for, according to Algolia's OpenAPI document. */
function withNaturalLanguages(parameters: SearchParameters): SearchParameters {
  const { naturalLanguages = [], ruleContexts = [] } = parameters;
  if (naturalLanguages.length === 0) return parameters;
  return {
    removeStopWords: naturalLanguages,
    ignorePlurals: naturalLanguages,
    removeWordsIfNoResults: 'allOptional',
    ...parameters,
    ruleContexts: [...ruleContexts, 'natural_language'],
  };
}
