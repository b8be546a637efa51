import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, unauthorized } from '../api/apiError.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { ChangeStreams } from '../events/changeStreams.ts';
import { EventStream, formatEvent } from '../events/eventStream.ts';
import type { LogEntry } from '../events/transactionLog.ts';
import type { SyncTagFunction } from '../webhooks/syncTagFunction.ts';
import { searchParamsOf } from './dataRoutes.ts';

/** Scope of a stream: published documents only, or also drafts and versions. */
type Scope = 'published' | 'everything';

const LIMIT_REACHED = 'connection limit reached';

/**
 * Registers `GET /v{date}/data/live/events/{dataset}`: the sync tags of changes as server-sent events
 * (https://www.sanity.io/docs/http-reference/live).
 *
 * - `welcome` comes first, then a `message` with `{"tags"}` for each transaction that may change a response;
 * - `last-event-id` resumes after that event; an unknown id gets `restart` instead of `welcome`;
 * - `goaway` with a `reason` ends a stream.
 *
 * With `waitFor=function` events arrive when the function for sync tags has handled them.
 */
export function liveRoutes(
  app: FastifyInstance,
  dataset: Dataset,
  { streams, syncTagFunction }: { streams: ChangeStreams; syncTagFunction: SyncTagFunction },
): void {
  app.get('/:version/data/live/events/:dataset', (request, reply) => {
    const scope = scopeOf(request, dataset);
    const waits = waitsForFunction(request);
    const stream = streamOf(reply, streams);
    if (streams.isFull('live')) return endStream(stream, streams, LIMIT_REACHED);

    const send = (entry: LogEntry) => sendEntry(stream, entry, scope);
    const sendInTime = waits ? afterFunction(syncTagFunction, send) : send;
    const last = request.headers['last-event-id'];
    const missed = typeof last === 'string' && last !== '' ? streams.log.after(last) : [];
    if (missed === undefined) sendRestart(stream, streams);
    else {
      stream.write(
        formatEvent({ event: 'welcome', id: missed.length > 0 ? String(last) : streams.log.end, data: '{}' }),
      );
      for (const entry of missed) sendInTime(entry);
    }
    streams.subscribe({
      kind: 'live',
      stream,
      send: sendInTime,
      restart: () => sendRestart(stream, streams),
      end: (reason) => endStream(stream, streams, reason),
    });
  });
}

function streamOf(reply: FastifyReply, { reconnectMs }: ChangeStreams): EventStream {
  return new EventStream(reply, { preamble: false, ...(reconnectMs !== undefined && { reconnectMs }) });
}

function scopeOf(request: FastifyRequest, dataset: Dataset): Scope {
  const access = dataset.authorize(request, 'read');
  const search = searchParamsOf(request);
  // The client sends the first name, the reference documents the second.
  const includesDrafts = ['includeDrafts', 'includeAllDocuments'].some((name) => search.get(name) === 'true');
  if (includesDrafts && access === 'public') throw unauthorized();
  return includesDrafts ? 'everything' : 'published';
}

function waitsForFunction(request: FastifyRequest): boolean {
  const waitFor = searchParamsOf(request).get('waitFor');
  if (waitFor !== null && waitFor !== 'function')
    throw badRequest(`waitFor: expected function, got ${JSON.stringify(waitFor.slice(0, 80))}`);
  return waitFor === 'function';
}

/** Returns a function that sends entries in order, each when the function for sync tags has handled it. */
function afterFunction(syncTagFunction: SyncTagFunction, send: (entry: LogEntry) => void) {
  let previous = Promise.resolve();
  return (entry: LogEntry): void => {
    const handled = syncTagFunction.handled(entry.event);
    previous = previous.then(async () => {
      if (await handled) send(entry);
    });
  };
}

function sendEntry(stream: EventStream, entry: LogEntry, scope: Scope): void {
  const frame = framesOf(entry)[scope];
  if (frame !== undefined) stream.write(frame);
}

function sendRestart(stream: EventStream, streams: ChangeStreams): void {
  stream.write(formatEvent({ event: 'restart', id: streams.log.end, data: '{}' }));
}

function endStream(stream: EventStream, streams: ChangeStreams, reason: string): void {
  stream.write(formatEvent({ event: 'goaway', id: streams.log.end, data: JSON.stringify({ reason }) }));
  stream.end();
}

const formatted = new WeakMap<LogEntry, Partial<Record<Scope, string>>>();

/** Formats a transaction for each scope, once for all streams. A scope without changes has no event. */
function framesOf(entry: LogEntry): Partial<Record<Scope, string>> {
  let frames = formatted.get(entry);
  if (frames === undefined) {
    const { published, drafts } = entry.event.tags;
    const frame = (tags: string[]) =>
      formatEvent({ event: 'message', id: entry.position, data: JSON.stringify({ tags }) });
    frames = { everything: frame([...published, ...drafts]) };
    if (published.length > 0) frames.published = frame(published);
    formatted.set(entry, frames);
  }
  return frames;
}
