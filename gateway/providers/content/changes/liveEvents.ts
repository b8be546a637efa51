import { createClient, type LiveEvent } from '@sanity/client';
import { defer, type Observable, type Subscription, takeWhile } from 'rxjs';
import type { ContentConfig } from '../../../config/config.ts';
import { pause } from '../../../services/scheduling/pause.ts';
import { type ConnectionListener, createFetchEvents } from '../bounds/boundedEventStream.ts';
import { BoundedLiveEvents, type LiveEventBatch } from '../bounds/boundedLiveEvents.ts';

/**
 * Creates the stream of Sanity's live events, which name changed data by sync tags. The official client reconnects and
 * continues a broken connection; the stream fails if Sanity rejects the connection permanently.
 */
export function createLiveEvents(
  config: Pick<ContentConfig, 'projectId' | 'dataset' | 'apiVersion' | 'apiHost'>,
  onConnection?: ConnectionListener,
): Observable<LiveEvent> {
  const { projectId, dataset, apiVersion, apiHost } = config;
  const fetchEvents = createFetchEvents(onConnection);
  const client = createClient({
    projectId,
    dataset,
    apiVersion,
    useCdn: false,
    ...(apiHost && { apiHost, useProjectHostname: false }),
    resolveFetch: () => fetchEvents,
  });
  return defer(() => client.live.events());
}

/** The delay after each call. It limits the number of changes, each of which is kept for its delayed invalidations. */
const MIN_INTERVAL_MS = 100;

/**
 * Passes the events to `onEvents` until the stream ends or the signal aborts. Events that arrive during a call, and for 100 ms
 * after it, are passed together.
 * @returns true if an event arrived and Sanity did not send `goaway`
 * @throws the error of the stream or of `onEvents`
 */
export async function listenUntilEnd(
  liveEvents: Observable<LiveEvent>,
  signal: AbortSignal,
  onEvents: (batch: LiveEventBatch) => Promise<void>,
): Promise<boolean> {
  const ended = new AbortController();
  const events = new BoundedLiveEvents();
  let passing: Promise<void> | undefined;
  const passEvents = async () => {
    for (let batch = events.take(); batch; batch = events.take()) {
      await onEvents(batch);
      await pause(MIN_INTERVAL_MS, ended.signal);
    }
    passing = undefined;
  };
  let subscription: Subscription | undefined;
  try {
    return await new Promise<boolean>((resolve, reject) => {
      let hasEvents = false;
      // Sanity requests a pause by `goaway`, but the client would reconnect at once.
      subscription = liveEvents.pipe(takeWhile(({ type }) => type !== 'goaway', true)).subscribe({
        next(event) {
          hasEvents = event.type !== 'goaway';
          events.add(event);
          passing ??= passEvents().catch(reject);
        },
        error: reject,
        complete: () => resolve(hasEvents),
      });
      signal.addEventListener('abort', () => resolve(hasEvents), { once: true, signal: ended.signal });
    });
  } finally {
    ended.abort();
    subscription?.unsubscribe();
    await passing;
  }
}
