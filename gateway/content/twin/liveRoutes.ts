import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { searchOf } from './dataRoutes.ts';
import type { Dataset } from './dataset.ts';
import { badRequest, unauthorized } from './errors.ts';
import type { Entry } from './eventLog.ts';
import { EventStream, frameOf } from './eventStream.ts';
import type { News } from './news.ts';

/** Whom a stream is for: readers of published documents, or readers of drafts and versions as well. */
type Scope = 'published' | 'everything';

const LIMIT_REACHED = 'connection limit reached';

/**
 * `GET /v{date}/data/live/events/{dataset}`: the sync tags of what changes, as server-sent events
 * (https://www.sanity.io/docs/http-reference/live).
 *
 * - `welcome` comes first; `message` with `{"tags"}` for each transaction that could alter an answer;
 * - `last-event-id` goes on after that event; one that leads nowhere gives `restart` in place of `welcome`;
 * - `goaway` with a `reason` ends a stream that cannot be kept.
 *
 * No function of Sanity's runs here, so that `waitFor=function` waits for nothing.
 */
export function liveRoutes(app: FastifyInstance, dataset: Dataset, news: News): void {
  app.get('/:version/data/live/events/:dataset', (request, reply) => {
    const scope = scopeOf(request, dataset);
    const stream = streamOf(reply, news);
    if (news.isFull('live')) return dismiss(stream, news, LIMIT_REACHED);

    const last = request.headers['last-event-id'];
    const missed = typeof last === 'string' && last !== '' ? news.log.after(last) : [];
    if (missed === undefined) restart(stream, news);
    else {
      stream.write(
        frameOf({ event: 'welcome', id: missed.length > 0 ? String(last) : news.log.end, data: '{}' }),
      );
      for (const entry of missed) tell(stream, entry, scope);
    }
    news.follow({
      kind: 'live',
      stream,
      tell: (entry) => tell(stream, entry, scope),
      restart: () => restart(stream, news),
      dismiss: (reason) => dismiss(stream, news, reason),
    });
  });
}

function streamOf(reply: FastifyReply, { reconnect }: News): EventStream {
  return new EventStream(reply, { preamble: false, ...(reconnect !== undefined && { reconnect }) });
}

function scopeOf(request: FastifyRequest, dataset: Dataset): Scope {
  const access = dataset.admit(request, 'read');
  const search = searchOf(request);
  const waitFor = search.get('waitFor');
  if (waitFor !== null && waitFor !== 'function')
    throw badRequest(`waitFor: expected function, got ${JSON.stringify(waitFor.slice(0, 80))}`);
  // The client says the former, the reference the latter.
  const asksForAll = ['includeDrafts', 'includeAllDocuments'].some((name) => search.get(name) === 'true');
  if (asksForAll && access === 'public') throw unauthorized();
  return asksForAll ? 'everything' : 'published';
}

function tell(stream: EventStream, entry: Entry, scope: Scope): void {
  const frame = framesOf(entry)[scope];
  if (frame !== undefined) stream.write(frame);
}

function restart(stream: EventStream, news: News): void {
  stream.write(frameOf({ event: 'restart', id: news.log.end, data: '{}' }));
}

function dismiss(stream: EventStream, news: News, reason: string): void {
  stream.write(frameOf({ event: 'goaway', id: news.log.end, data: JSON.stringify({ reason }) }));
  stream.end();
}

const known = new WeakMap<Entry, Partial<Record<Scope, string>>>();

/** A transaction as each scope is told of it; written once for all streams. Nothing where it concerns nobody. */
function framesOf(entry: Entry): Partial<Record<Scope, string>> {
  let frames = known.get(entry);
  if (frames === undefined) {
    const { published, drafts } = entry.event.tags;
    const frame = (tags: string[]) =>
      frameOf({ event: 'message', id: entry.position, data: JSON.stringify({ tags }) });
    frames = { everything: frame([...published, ...drafts]) };
    if (published.length > 0) frames.published = frame(published);
    known.set(entry, frames);
  }
  return frames;
}
