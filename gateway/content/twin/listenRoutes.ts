import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { paramsInUrl, searchOf } from './dataRoutes.ts';
import type { Dataset } from './dataset.ts';
import { ApiError, badRequest, httpError } from './errors.ts';
import type { Entry } from './eventLog.ts';
import { EventStream, frameOf } from './eventStream.ts';
import { listenFilter } from './listenFilter.ts';
import { type Listening, mutationFrames } from './mutationEvent.ts';
import type { News } from './news.ts';

/** From this version on a listener hears of published documents alone, unless it asks for all. */
const PUBLISHED_ONLY_SINCE = '2025-02-19';

/**
 * `GET /v{date}/data/listen/{dataset}`: what happens to the documents of a query, as server-sent events
 * (https://www.sanity.io/docs/http-reference/listen).
 *
 * - `welcome` with a `listenerName` comes first, then `mutation` for each document of each transaction;
 * - with `enableResume` a `last-event-id` goes on after that event, begun by `welcomeback`; one that leads nowhere
 *   gives `reset`;
 * - a query that is none gives `channelError`, under HTTP 200; `disconnect` ends a stream for good.
 */
export function listenRoutes(app: FastifyInstance, dataset: Dataset, news: News): void {
  app.get('/:version/data/listen/:dataset', (request, reply) => {
    const access = dataset.admit(request, 'read');
    const search = searchOf(request);
    const query = search.get('query');
    if (query === null || query === '') throw badRequest('"query" is required');
    if (news.isFull('listen')) throw httpError(429, 'Too many concurrent listeners for this dataset');
    const params = paramsInUrl(request);
    const stream = new EventStream(reply, {
      preamble: search.get('evs_preamble') === 'true',
      ...(news.reconnect !== undefined && { reconnect: news.reconnect }),
    });

    let listening: Listening;
    try {
      const { projectId, dataset: name } = dataset;
      const matches = listenFilter(query, params, { projectId, dataset: name });
      listening = readListening(request, { matches, isPublic: access === 'public' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      stream.write(frameOf({ event: 'channelError', data: JSON.stringify(error.body) }));
      return stream.end();
    }

    for (const frame of greeting(request, listening, news)) stream.write(frame);
    const tell = (entry: Entry) => {
      for (const frame of mutationFrames(entry.event, listening)) stream.write(frame);
    };
    news.follow({
      kind: 'listen',
      stream,
      tell: (entry) => {
        if (listening.visibility === 'query' && dataset.index.lag > 0)
          void dataset.index.settled().then(() => tell(entry));
        else tell(entry);
      },
      // A listener that comes back and is welcomed anew reads everything again.
      restart: () => stream.cut(),
      dismiss: (reason) => {
        stream.write(frameOf({ event: 'disconnect', data: JSON.stringify({ reason }) }));
        stream.end();
      },
    });
  });
}

function readListening(
  request: FastifyRequest,
  { matches, isPublic }: Pick<Listening, 'matches'> & { isPublic: boolean },
): Listening {
  const search = searchOf(request);
  const { version } = request.params as { version: string };
  const date = version.replace(/^v/, '');
  const visibility = search.get('visibility') ?? 'transaction';
  if (visibility !== 'transaction' && visibility !== 'query')
    throw badRequest('visibility: expected transaction or query');
  const effectFormat = search.get('effectFormat');
  if (effectFormat !== null && effectFormat !== 'mendoza') throw badRequest('effectFormat: expected mendoza');
  const hearsAll =
    search.get('includeAllVersions') === 'true' || (date !== 'X' && date < PUBLISHED_ONLY_SINCE);
  return {
    matches,
    visibility,
    scope: isPublic ? 'public' : hearsAll ? 'all' : 'published',
    withResult: search.get('includeResult') === 'true',
    withPrevious: search.get('includePreviousRevision') === 'true',
    withMutations: search.get('includeMutations') !== 'false',
    withEffects: effectFormat === 'mendoza',
  };
}

/** What a listener is told first, and what it missed. */
function greeting(request: FastifyRequest, listening: Listening, { log }: News): string[] {
  const data = JSON.stringify({ listenerName: randomBytes(12).toString('base64url') });
  const last = request.headers['last-event-id'];
  if (searchOf(request).get('enableResume') !== 'true' || typeof last !== 'string' || last === '')
    return [frameOf({ event: 'welcome', data })];

  // An event's id is that of its transaction and of its document.
  const missed = log.from(last.slice(0, Math.max(0, last.indexOf('#'))));
  if (missed === undefined) return [frameOf({ event: 'reset', data: '{}' })];
  const frames = missed.flatMap(({ event }, i) => {
    const all = mutationFrames(event, listening);
    return i > 0 ? all : all.slice(all.findLastIndex((frame) => frame.includes(`\nid: ${last}\n`)) + 1);
  });
  return [frameOf({ event: 'welcomeback', data }), ...frames];
}
