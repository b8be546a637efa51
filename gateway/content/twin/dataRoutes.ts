import type { FastifyInstance, FastifyRequest } from 'fastify';
import { act } from './actions.ts';
import type { Dataset } from './dataset.ts';
import { badRequest, httpError } from './errors.ts';
import { mutate } from './mutate.ts';
import { type Perspective, PUBLIC, readPerspective } from './perspective.ts';
import { answerQuery, LONGEST_QUERY } from './query.ts';
import type { Store } from './store.ts';

/** Bytes of a mutation's body (https://www.sanity.io/docs/content-lake/technical-limits). */
export const LARGEST_MUTATION = 4_000_000;
/** Bytes of a query's body: the longest text, escaped, and its parameters. */
const LARGEST_QUERY_BODY = 2 * LONGEST_QUERY + 1_000_000;
/** Ids of one look-up by id. */
const MOST_IDS = 1_000;

const JSON_TYPE = 'application/json; charset=utf-8';
const VERSION = /^v(1|X|\d{4}-\d{2}-\d{2})$/;

/** Queries, documents by id, mutations: `/v{date}/data/…`. */
export function dataRoutes(app: FastifyInstance, dataset: Dataset): void {
  const { projectId, dataset: name } = dataset;
  const sanity = { projectId, dataset: name };

  const query = (request: FastifyRequest, asked: { query: unknown; params: Record<string, unknown> }) => {
    const begun = performance.now();
    const perspective = perspectiveOf(request, dataset);
    if (typeof asked.query !== 'string' || asked.query === '') throw badRequest('"query" is required');
    const text = asked.query;
    const answer = answerQuery(
      readable(request, dataset).view(perspective),
      perspective,
      { query: text, params: asked.params },
      sanity,
    );
    const told = searchOf(request).get('returnQuery') === 'false' ? '' : `"query":${JSON.stringify(text)},`;
    const ms = Math.round(performance.now() - begun);
    return `{${told}"result":${answer.result},"syncTags":${JSON.stringify(answer.syncTags)},"ms":${ms}}`;
  };

  app.get('/:version/data/query/:dataset', (request, reply) =>
    reply
      .type(JSON_TYPE)
      .send(query(request, { query: searchOf(request).get('query'), params: paramsInUrl(request) })),
  );
  app.post('/:version/data/query/:dataset', { bodyLimit: LARGEST_QUERY_BODY }, (request, reply) =>
    reply.type(JSON_TYPE).send(query(request, queryInBody(request.body))),
  );
  app.get('/:version/data/doc/:dataset/:ids', (request) => {
    const perspective = request.headers.authorization === undefined ? PUBLIC : undefined;
    dataset.admit(request, 'read');
    return documents(request, dataset, perspective);
  });
  app.post('/:version/data/mutate/:dataset', { bodyLimit: LARGEST_MUTATION }, (request) => {
    dataset.admit(request, 'write');
    return mutateRequest(request, dataset, sanity);
  });
  app.post('/:version/data/actions/:dataset', { bodyLimit: LARGEST_MUTATION }, async (request) => {
    dataset.admit(request, 'write');
    const identity = dataset.identityOf(request);
    const transactionId = act(dataset.store, request.body, { identity, sanity });
    await dataset.index.settled();
    return { transactionId };
  });
  app.get('/:version/check/cors', () => ({ result: { allowed: true, withCredentials: true } }));
}

/**
 * What a query reads. One that names the live event it follows, or refuses stale answers, is answered as fresh as can
 * be (https://www.sanity.io/docs/content-lake/live-content-api).
 */
function readable(request: FastifyRequest, { store, index }: Dataset): Store {
  const search = searchOf(request);
  return search.has('lastLiveEventId') || search.get('cacheMode') === 'noStale' ? store : index.readable;
}

function perspectiveOf(request: FastifyRequest, dataset: Dataset): Perspective {
  const access = dataset.admit(request, 'read');
  const { version } = request.params as { version: string };
  const [, date] = VERSION.exec(version) ?? [];
  if (date === undefined) throw httpError(404, `Not found: ${JSON.stringify(version)} is not an API version`);
  const perspective = readPerspective(searchOf(request).get('perspective') ?? undefined, date);
  return access === 'public' ? PUBLIC : perspective;
}

/** The query of a request's address. */
export function searchOf(request: FastifyRequest): URLSearchParams {
  const at = request.url.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : request.url.slice(at + 1));
}

/**
 * The query parameters in a request's address, `$name=<JSON>`.
 * @throws ApiError 400 for what is not JSON
 */
export function paramsInUrl(request: FastifyRequest): Record<string, unknown> {
  const params: Record<string, unknown> = Object.create(null);
  for (const [name, text] of searchOf(request)) {
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
  const search = searchOf(request);
  const asked = ids.split(',');
  if (asked.length > MOST_IDS) throw badRequest(`expected at most ${MOST_IDS} ids, got ${asked.length}`);
  const wanted =
    search.get('includeAllVersions') === 'true' ? asked.flatMap((id) => store.versionsOf(id)) : asked;
  const found = new Map(
    wanted.map((id) => [id, perspective ? store.view(perspective).get(id) : store.get(id)] as const),
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
  const search = searchOf(request);
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
