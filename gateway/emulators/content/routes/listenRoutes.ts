import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, badRequest, httpError } from '../api/apiError.ts';
import { hasReleases } from '../api/apiVersion.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { isPublished } from '../documents/document.ts';
import { releaseOfVersion } from '../documents/release.ts';
import type { ChangeStreams } from '../events/changeStreams.ts';
import { EventStream, formatEvent } from '../events/eventStream.ts';
import { formatMutationEvents, type ListenOptions } from '../events/listenEvent.ts';
import { createListenFilter } from '../events/listenFilter.ts';
import type { LogEntry } from '../events/transactionLog.ts';
import { queryParamsOf, searchParamsOf } from './dataRoutes.ts';

/**
 * Registers `GET /v{date}/data/listen/{dataset}`: changes of the documents of a query as server-sent events
 * (https://www.sanity.io/docs/http-reference/listen).
 *
 * - `welcome` with a `listenerName` comes first, then one `mutation` per document of each transaction;
 * - with `enableResume`, `last-event-id` resumes after that event, starting with `welcomeback`; an unknown id
 *   gets `reset`;
 * - an invalid query gets `channelError` with HTTP 200; `disconnect` ends a stream permanently.
 */
export function listenRoutes(app: FastifyInstance, dataset: Dataset, streams: ChangeStreams): void {
  app.get('/:version/data/listen/:dataset', (request, reply) => {
    const access = dataset.authorize(request, 'read');
    const search = searchParamsOf(request);
    const query = search.get('query');
    if (query === null || query === '') throw badRequest('"query" is required');
    if (streams.isFull('listen')) throw httpError(429, 'Too many concurrent listeners for this dataset');
    const params = queryParamsOf(request);
    const stream = new EventStream(reply, {
      preamble: search.get('evs_preamble') === 'true',
      ...(streams.reconnectMs !== undefined && { reconnectMs: streams.reconnectMs }),
    });

    let options: ListenOptions;
    try {
      const { projectId, dataset: name } = dataset;
      const matches = createListenFilter(query, params, { projectId, dataset: name });
      options = readListenOptions(request, { matches, isPublic: access === 'public' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      stream.write(formatEvent({ event: 'channelError', data: JSON.stringify(error.body) }));
      return stream.end();
    }

    for (const frame of firstEvents(request, options, streams)) stream.write(frame);
    const send = (entry: LogEntry) => {
      for (const frame of formatMutationEvents(entry.event, options)) stream.write(frame);
    };
    streams.subscribe({
      kind: 'listen',
      stream,
      send: (entry) => {
        if (options.visibility === 'query' && dataset.index.lagMs > 0)
          void dataset.index.settled().then(() => send(entry));
        else send(entry);
      },
      // A listener that reconnects and gets `welcome` reads all its data again.
      restart: () => stream.abort(),
      end: (reason) => {
        stream.write(formatEvent({ event: 'disconnect', data: JSON.stringify({ reason }) }));
        stream.end();
      },
    });
  });
}

function readListenOptions(
  request: FastifyRequest,
  { matches, isPublic }: Pick<ListenOptions, 'matches'> & { isPublic: boolean },
): ListenOptions {
  const search = searchParamsOf(request);
  const visibility = search.get('visibility') ?? 'transaction';
  if (visibility !== 'transaction' && visibility !== 'query')
    throw badRequest('visibility: expected transaction or query');
  const effectFormat = search.get('effectFormat');
  if (effectFormat !== null && effectFormat !== 'mendoza') throw badRequest('effectFormat: expected mendoza');
  return {
    matches,
    visibility,
    includes: listenScope(request, isPublic),
    withResult: search.get('includeResult') === 'true',
    withPrevious: search.get('includePreviousRevision') === 'true',
    withMutations: search.get('includeMutations') !== 'false',
    withEffects: effectFormat === 'mendoza',
  };
}

/** Returns which documents a listener receives: before releases drafts too, since then only published documents by default. */
function listenScope(request: FastifyRequest, isPublic: boolean): ListenOptions['includes'] {
  if (isPublic) return (id) => !id.includes('.');
  if (!hasReleases(request)) return (id) => releaseOfVersion(id) === undefined;
  return searchParamsOf(request).get('includeAllVersions') === 'true' ? () => true : isPublished;
}

/** Returns the first events of a listener: a welcome and the missed events. */
function firstEvents(request: FastifyRequest, options: ListenOptions, { log }: ChangeStreams): string[] {
  const data = JSON.stringify({ listenerName: randomBytes(12).toString('base64url') });
  const last = request.headers['last-event-id'];
  if (searchParamsOf(request).get('enableResume') !== 'true' || typeof last !== 'string' || last === '')
    return [formatEvent({ event: 'welcome', data })];

  // An event id consists of the ids of its transaction and its document.
  const missed = log.since(last.slice(0, Math.max(0, last.indexOf('#'))));
  if (missed === undefined) return [formatEvent({ event: 'reset', data: '{}' })];
  const frames = missed.flatMap(({ event }, i) => {
    const all = formatMutationEvents(event, options);
    return i > 0 ? all : all.slice(all.findLastIndex((frame) => frame.includes(`\nid: ${last}\n`)) + 1);
  });
  return [formatEvent({ event: 'welcomeback', data }), ...frames];
}
