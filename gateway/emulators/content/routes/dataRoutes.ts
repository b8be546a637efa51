import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, httpError } from '../api/apiError.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { type Perspective, PUBLIC, readPerspective } from '../documents/perspective.ts';
import type { Store } from '../documents/store.ts';
import { applyActions } from '../mutations/actions.ts';
import { mutate } from '../mutations/transaction.ts';
import { MAX_QUERY_CHARACTERS } from '../query/parseQuery.ts';
import { runQuery } from '../query/query.ts';

/** Maximum size of a mutation body (https://www.sanity.io/docs/content-lake/technical-limits). */
export const MAX_MUTATION_BYTES = 4_000_000;
/** Maximum size of a query body: the longest query, escaped, with its parameters. */
const MAX_QUERY_BODY_BYTES = 2 * MAX_QUERY_CHARACTERS + 1_000_000;
/** Maximum number of ids per document request. */
const MAX_IDS = 1_000;

const JSON_TYPE = 'application/json; charset=utf-8';
const VERSION = /^v(1|X|\d{4}-\d{2}-\d{2})$/;

/** Registers `/v{date}/data/…`: queries, documents by id, mutations, actions. */
export function dataRoutes(app: FastifyInstance, dataset: Dataset): void {
  const { projectId, dataset: name } = dataset;
  const sanity = { projectId, dataset: name };

  const query = (request: FastifyRequest, input: { query: unknown; params: Record<string, unknown> }) => {
    const startedAt = performance.now();
    rejectSourceMap(request);
    const perspective = perspectiveOf(request, dataset);
    if (typeof input.query !== 'string' || input.query === '') throw badRequest('"query" is required');
    const text = input.query;
    const response = runQuery(
      readableStore(request, dataset).view(perspective),
      perspective,
      { query: text, params: input.params },
      sanity,
    );
    const returnedQuery =
      searchParamsOf(request).get('returnQuery') === 'false' ? '' : `"query":${JSON.stringify(text)},`;
    const ms = Math.round(performance.now() - startedAt);
    return `{${returnedQuery}"result":${response.result},"syncTags":${JSON.stringify(response.syncTags)},"ms":${ms}}`;
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
    const perspective = request.headers.authorization === undefined ? PUBLIC : undefined;
    dataset.authorize(request, 'read');
    return documents(request, dataset, perspective);
  });
  app.post('/:version/data/mutate/:dataset', { bodyLimit: MAX_MUTATION_BYTES }, (request) => {
    dataset.authorize(request, 'write');
    return mutateRequest(request, dataset, sanity);
  });
  app.post('/:version/data/actions/:dataset', { bodyLimit: MAX_MUTATION_BYTES }, async (request) => {
    dataset.authorize(request, 'write');
    const identity = dataset.identityOf(request);
    const transactionId = applyActions(dataset.store, request.body, { identity, sanity });
    await dataset.index.settled();
    return { transactionId };
  });
  app.get('/:version/data/export/:dataset', (request, reply) => {
    const access = dataset.authorize(request, 'read');
    // Sanity ends an export with a cursor after 30 seconds; this one is faster.
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

function rejectSourceMap(request: FastifyRequest): void {
  const value = searchParamsOf(request).get('resultSourceMap');
  if (value !== null && value !== 'false')
    throw badRequest(
      `resultSourceMap: the content emulator does not support source maps, got "${value.slice(0, 80)}" (docs/emulators.md)`,
    );
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
  const { version } = request.params as { version: string };
  const [, date] = VERSION.exec(version) ?? [];
  if (date === undefined) throw httpError(404, `Not found: ${JSON.stringify(version)} is not an API version`);
  const perspective = readPerspective(searchParamsOf(request).get('perspective') ?? undefined, date);
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

function documents(request: FastifyRequest, { store }: Dataset, perspective: Perspective | undefined) {
  const { ids } = request.params as { ids: string };
  const search = searchParamsOf(request);
  const requestedIds = ids.split(',');
  if (requestedIds.length > MAX_IDS)
    throw badRequest(`expected at most ${MAX_IDS} ids, got ${requestedIds.length}`);
  const allIds =
    search.get('includeAllVersions') === 'true'
      ? requestedIds.flatMap((id) => store.versionsOf(id))
      : requestedIds;
  const found = new Map(
    allIds.map((id) => [id, perspective ? store.view(perspective).get(id) : store.get(id)] as const),
  );
  return {
    documents:
      search.get('excludeContent') === 'true'
        ? []
        : [...found.values()].filter((document) => document !== undefined),
    omitted: [...found].flatMap(([id, document]) =>
      document === undefined
        ? [{ id, reason: perspective && store.get(id) !== undefined ? 'permission' : 'existence' }]
        : [],
    ),
  };
}

async function mutateRequest(
  request: FastifyRequest,
  dataset: Dataset,
  sanity: { projectId: string; dataset: string },
) {
  const search = searchParamsOf(request);
  const visibility = search.get('visibility') ?? 'sync';
  if (!['sync', 'async', 'deferred'].includes(visibility))
    throw badRequest('visibility: expected sync, async or deferred');
  const { transactionId, results } = mutate(dataset.store, request.body, {
    identity: dataset.identityOf(request),
    dryRun: search.get('dryRun') === 'true',
    autoGenerateArrayKeys: search.get('autoGenerateArrayKeys') === 'true',
    sanity,
  });
  if (visibility === 'sync') await dataset.index.settled();
  const withIds = search.get('returnIds') === 'true';
  const withDocuments = search.get('returnDocuments') === 'true';
  return {
    transactionId,
    results: results.map(({ id, operation, document }) => ({
      ...((withIds || withDocuments) && { id }),
      operation,
      ...(withDocuments && document !== undefined && { document }),
    })),
  };
}
