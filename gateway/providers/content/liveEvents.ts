import { createClient, type LiveEvent } from '@sanity/client';
import { defer, type Observable } from 'rxjs';
import { fetchEvents } from './bounds/boundedEventStream.ts';
import type { ContentAccount } from './client.ts';

/**
 * Creates the stream of Sanity's live events, which name changed data by sync tags. The official client reconnects and
 * continues a broken connection; the stream fails if Sanity rejects the connection permanently.
 */
export function createLiveEvents(
  config: Pick<ContentAccount, 'projectId' | 'dataset' | 'apiVersion' | 'apiHost'>,
): Observable<LiveEvent> {
  const { projectId, dataset, apiVersion, apiHost } = config;
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

/**
 * Passes the events to `onEvent`, one after another, until the stream ends or the signal aborts.
 * @returns true if an event arrived and Sanity did not send `goaway`
 * @throws the error of the stream or of `onEvent`
 */
export function listenUntilEnd(
  liveEvents: Observable<LiveEvent>,
  signal: AbortSignal,
  onEvent: (event: LiveEvent) => Promise<void>,
): Promise<boolean> {
  const ended = new AbortController();
  let subscription: { unsubscribe(): void } | undefined;
  return new Promise<boolean>((resolve, reject) => {
    let hasEvents = false;
    let previous = Promise.resolve();
    subscription = liveEvents.subscribe({
      next(event) {
        previous = previous.then(() => onEvent(event)).catch(reject);
        // Sanity requests a pause, but the client would reconnect at once.
        if (event.type === 'goaway') void previous.then(() => resolve(false));
        else hasEvents = true;
      },
      error: reject,
      complete: () => resolve(hasEvents),
    });
    signal.addEventListener('abort', () => resolve(hasEvents), { once: true, signal: ended.signal });
  }).finally(() => {
    ended.abort();
    subscription?.unsubscribe();
  });
}
