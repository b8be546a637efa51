import type { FastifyInstance, FastifyRequest } from 'fastify';
import { rightsOf } from './access.ts';
import { isObject, pickAttributes } from './attributes.ts';
import { browse } from './browse.ts';
import { searchFacet } from './facetSearch.ts';
import { requireIndex } from './keys.ts';
import { MOST_QUERIES } from './limits.ts';
import { readParameters } from './parameters.ts';
import { invalid, oneOf, texts } from './readers.ts';
import { badRequest, noSuchObject } from './refusal.ts';
import { type SearchAnswer, type SearchRequest, search } from './search.ts';
import type { Store } from './store.ts';

/** Attributes of a multi-query's request that are no search parameters. */
const NO_PARAMETERS = ['indexName', 'type', 'facet', 'facetQuery', 'maxFacetHits'];
const FACET_PARAMETERS = ['facetQuery', 'maxFacetHits'];
const strategies = oneOf('none', 'stopIfEnoughMatches');

interface IndexParams {
  indexName: string;
  facetName: string;
  objectID: string;
}

const paramsOf = (request: FastifyRequest) => request.params as IndexParams;

/** The routes that read: searches, facet searches, browse, records. */
export function queryRoutes(app: FastifyInstance, store: Store): void {
  const searching = { config: { acl: 'search' } } as const;

  app.post('/1/indexes/:indexName/query', searching, (request) =>
    search(requestOf(store, request, paramsOf(request).indexName, request.body, [])),
  );

  app.post('/1/indexes/:indexName/queries', searching, (request) => {
    const { requests, strategy = 'none' } = readMultiQuery(request.body);
    if (requests.length > MOST_QUERIES)
      throw badRequest(
        `Too many queries in the request: expected at most ${MOST_QUERIES}, got ${requests.length}`,
      );
    const stops = strategies(strategy, 'strategy') === 'stopIfEnoughMatches';
    const results: SearchAnswer[] = [];
    let enough = false;
    for (const one of requests) {
      const answer = answerOne(store, request, one);
      results.push(enough ? { ...answer, hits: [], nbHits: 0, nbPages: 0, processed: false } : answer);
      enough ||= stops && Number(answer.nbHits) >= Number(answer.hitsPerPage ?? answer.length);
    }
    return { results };
  });

  app.post('/1/indexes/:indexName/facets/:facetName/query', searching, (request) => {
    const { indexName, facetName } = paramsOf(request);
    const body = isObject(request.body) ? request.body : {};
    return searchFacet(requestOf(store, request, indexName, body, FACET_PARAMETERS), facetName, body);
  });

  app.post('/1/indexes/:indexName/browse', { config: { acl: 'browse' } }, (request) => {
    const body = isObject(request.body) ? request.body : {};
    return browse(requestOf(store, request, paramsOf(request).indexName, body, ['cursor']), body.cursor);
  });

  app.get('/1/indexes/:indexName/:objectID', searching, (request) => {
    const { indexName, objectID } = paramsOf(request);
    const { attributesToRetrieve } = request.query as Record<string, unknown>;
    const index = store.get(indexName);
    const record = index.get(objectID);
    if (!record) throw noSuchObject();
    const wanted =
      attributesToRetrieve === undefined ? ['*'] : texts(attributesToRetrieve, 'attributesToRetrieve');
    return pickAttributes(record, wanted, hiddenFrom(request, index.options.unretrievableAttributes));
  });

  app.post('/1/indexes/:indexName/objects', searching, (request) => {
    const { requests } = readMultiQuery(request.body);
    const missing = new Set<string>();
    const results = requests.map((one) => {
      const { indexName, objectID, attributesToRetrieve = ['*'] } = one;
      if (typeof indexName !== 'string') throw invalid('indexName', 'string');
      if (typeof objectID !== 'string') throw invalid('objectID', 'string');
      requireIndex(rightsOf(request), indexName);
      const index = store.find(indexName);
      if (!index) missing.add(indexName);
      const record = index?.get(objectID);
      const hidden = hiddenFrom(request, index?.options.unretrievableAttributes ?? []);
      return record
        ? pickAttributes(record, texts(attributesToRetrieve, 'attributesToRetrieve'), hidden)
        : null;
    });
    const [first] = missing;
    return { results, ...(first !== undefined && { message: `Index ${first} does not exist.` }) };
  });
}

function hiddenFrom(request: FastifyRequest, unretrievable: readonly string[]): readonly string[] {
  return rightsOf(request).acl.includes('seeUnretrievableAttributes') ? [] : unretrievable;
}

function readMultiQuery(body: unknown): { requests: Record<string, unknown>[]; strategy?: unknown } {
  const { requests, strategy } = isObject(body) ? body : {};
  if (!Array.isArray(requests) || !requests.every(isObject))
    throw badRequest('Invalid request, expected {"requests": [{"indexName", …}, …]}');
  return { requests, strategy };
}

function answerOne(store: Store, request: FastifyRequest, one: Record<string, unknown>): SearchAnswer {
  const { indexName, type = 'default', facet } = one;
  if (typeof indexName !== 'string') throw invalid('indexName', 'string');
  requireIndex(rightsOf(request), indexName);
  const searchRequest = requestOf(store, request, indexName, one, NO_PARAMETERS);
  if (oneOf('default', 'facet')(type, 'type') === 'default') return search(searchRequest);
  if (typeof facet !== 'string') throw invalid('facet', 'string');
  return searchFacet(searchRequest, facet, one);
}

function requestOf(
  store: Store,
  request: FastifyRequest,
  indexName: string,
  body: unknown,
  skip: readonly string[],
): SearchRequest {
  const rights = rightsOf(request);
  const parameters = { ...readParameters(body, skip), ...rights.parameters };
  return {
    index: store.get(indexName),
    indexName,
    parameters,
    keyFilters: rights.filters,
    seesAll: rights.acl.includes('seeUnretrievableAttributes'),
  };
}
