import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest } from '../api/apiError.ts';
import { hasReleases, hasSourceMaps } from '../api/apiVersion.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { type Perspective, PUBLIC, rawPerspective, readPerspective } from '../documents/perspective.ts';
import type { Store } from '../documents/store.ts';
import { MAX_QUERY_CHARACTERS } from '../query/parseQuery.ts';
import { runQuery } from '../query/query.ts';
import type { ItemSelector } from '../query/sourceMap.ts';

/** Maximum size of a query body: the longest query, escaped, with its parameters. */
const MAX_QUERY_BODY_BYTES = 2 * MAX_QUERY_CHARACTERS + 1_000_000;
/** Maximum number of ids per document request. */
const MAX_IDS = 1_000;

/** Values of the parameter `resultSourceMap`. */
const SOURCE_MAPS: Readonly<Record<string, ItemSelector | undefined>> = {
  true: 'index',
  withKeyArraySelector: 'key',
  false: undefined,
};
const JSON_TYPE = 'application/json; charset=utf-8';

/** Registers `/v{date}/data/…`: queries, documents by id, exports. */
export function dataRoutes(app: FastifyInstance, dataset: Dataset): void {
  const { projectId, dataset: name } = dataset;
  const sanity = { projectId, dataset: name };

  const query = (request: FastifyRequest, input: { query: unknown; params: Record<string, unknown> }) => {
    const startedAt = performance.now();
    const sourceMap = sourceMapOf(request);
    const perspective = perspectiveOf(request, dataset);
    if (typeof input.query !== 'string' || input.query === '') throw badRequest('"query" is required');
    const text = input.query;
    const response = runQuery(
      readableStore(request, dataset).view(perspective),
      perspective,
      { query: text, params: input.params, ...(sourceMap && { sourceMap }) },
      sanity,
    );
    const returnedQuery =
      searchParamsOf(request).get('returnQuery') === 'false' ? '' : `"query":${JSON.stringify(text)},`;
    const returnedSourceMap = response.sourceMap
      ? `"resultSourceMap":${JSON.stringify(response.sourceMap)},`
      : '';
    const ms = Math.round(performance.now() - startedAt);
    return `{${returnedQuery}"result":${response.result},${returnedSourceMap}"syncTags":${JSON.stringify(response.syncTags)},"ms":${ms}}`;
  };

  app.get('/:version/data/query/:dataset', (request, reply) =>
    reply
      .type(JSON_TYPE)
      .send(query(request, { query: searchParamsOf(request).get('query'), params: queryParamsOf(request) })),
  );
  app.post('/:version/data/query/:dataset', { bodyLimit: MAX_QUERY_BODY_BYTES }, (request, reply) =>
    reply.type(JSON_TYPE).send(query(request, queryInBody(request.body))),
  );
  app.get('/:version/data/doc/:dataset/:ids', (request) => {
    const access = dataset.authorize(request, 'read');
    const perspective = access === 'public' ? PUBLIC : rawPerspective(hasReleases(request));
    return documents(request, dataset, perspective);
  });
  app.get('/:version/data/export/:dataset', (request, reply) => {
    const access = dataset.authorize(request, 'read');
    // Sanity ends an export with a cursor after 30 seconds; the emulator is faster.
    for (const name of searchParamsOf(request).keys())
      if (name !== 'nextCursor')
        throw badRequest(
          `${name}: the content emulator does not support this parameter of exports (docs/emulators.md)`,
        );
    // Ids with a dot are private.
    const documents = [...dataset.store.all()].filter(({ _id }) => access !== 'public' || !_id.includes('.'));
    const lines = documents.map((document) => `${JSON.stringify(document)}\n`);
    return reply.type('application/x-ndjson').send(lines.join(''));
  });
  app.get('/:version/check/cors', () => ({ result: { allowed: true, withCredentials: true } }));
}

/** Returns the kind of source map that a request asks for. @throws ApiError 400 for an invalid or unsupported value */
function sourceMapOf(request: FastifyRequest): ItemSelector | undefined {
  const value = searchParamsOf(request).get('resultSourceMap') ?? 'false';
  if (!Object.hasOwn(SOURCE_MAPS, value))
    throw badRequest(
      `resultSourceMap: expected ${Object.keys(SOURCE_MAPS).join(', ')}, got ${JSON.stringify(value.slice(0, 80))}`,
    );
  if (SOURCE_MAPS[value] && !hasSourceMaps(request))
    throw badRequest('resultSourceMap: source maps need API version 2021-03-25 or later');
  return SOURCE_MAPS[value];
}

/**
 * Returns the store or the index that a query reads. A query with the id of a live event, or with
 * `cacheMode=noStale`, gets the latest data (https://www.sanity.io/docs/content-lake/live-content-api).
 */
function readableStore(request: FastifyRequest, { store, index }: Dataset): Store {
  const search = searchParamsOf(request);
  return search.has('lastLiveEventId') || search.get('cacheMode') === 'noStale' ? store : index.readable;
}

function perspectiveOf(request: FastifyRequest, dataset: Dataset): Perspective {
  const access = dataset.authorize(request, 'read');
  const requested = searchParamsOf(request).get('perspective') ?? undefined;
  const perspective = readPerspective(requested, hasReleases(request));
  return access === 'public' ? PUBLIC : perspective;
}

/** Returns the query string of the request URL. */
export function searchParamsOf(request: FastifyRequest): URLSearchParams {
  const at = request.url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1));
}

/** Parses the GROQ parameters of the request URL, `$name=<JSON>`. @throws ApiError 400 for invalid JSON */
export function queryParamsOf(request: FastifyRequest): Record<string, unknown> {
  const params: Record<string, unknown> = Object.create(null);
  for (const [name, text] of searchParamsOf(request)) {
    if (!name.startsWith('$')) continue;
    try {
      params[name.slice(1)] = JSON.parse(text);
    } catch {
      throw badRequest(
        `Unable to parse value of "${name}=${text.slice(0, 80)}": expected JSON; strings must be quoted`,
      );
    }
  }
  return params;
}

function queryInBody(body: unknown): { query: unknown; params: Record<string, unknown> } {
  const { query, params } = (body ?? {}) as { query?: unknown; params?: unknown };
  if (params !== undefined && (params === null || typeof params !== 'object' || Array.isArray(params)))
    throw badRequest('"params": expected an object of values by name');
  return { query, params: Object.assign(Object.create(null), params) };
}

function documents(request: FastifyRequest, { store }: Dataset, perspective: Perspective) {
  const { ids } = request.params as { ids: string };
  const search = searchParamsOf(request);
  const requestedIds = ids.split(',');
  if (requestedIds.length > MAX_IDS)
    throw badRequest(`expected at most ${MAX_IDS} ids, got ${requestedIds.length}`);
  const allIds =
    search.get('includeAllVersions') === 'true'
      ? requestedIds.flatMap((id) => store.versionsOf(id))
      : requestedIds;
  const found = new Map(allIds.map((id) => [id, store.read(id, perspective)] as const));
  return {
    documents:
      search.get('excludeContent') === 'true'
        ? []
        : [...found.values()].filter((document) => document !== undefined),
    omitted: [...found].flatMap(([id, document]) =>
      document === undefined
        ? [{ id, reason: perspective === PUBLIC && store.get(id) !== undefined ? 'permission' : 'existence' }]
        : [],
    ),
  };
}
