import { createClient, type LiveEvent } from '@sanity/client';
import { defer, type Observable } from 'rxjs';
import { fetchEvents } from './boundedEventStream.ts';
import type { ContentConfig } from './client.ts';

/**
 * What changes among the published documents, by sync tags, while it is subscribed to. The official client opens a broken
 * connection again where it ended; its stream ends in an error when the service refuses it for good.
 */
export function liveEvents(config: ContentConfig): Observable<LiveEvent> {
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
 * Listens until the stream ends, taking its events one after another.
 * @returns whether anything was heard, and the service has not sent the listener away
 * @throws what ends the stream, and what `take` throws
 */
export function listenOnce(
  live: Observable<LiveEvent>,
  signal: AbortSignal,
  take: (event: LiveEvent) => Promise<void>,
): Promise<boolean> {
  const ended = new AbortController();
  let subscription: { unsubscribe(): void } | undefined;
  return new Promise<boolean>((resolve, reject) => {
    let heard = false;
    let turn = Promise.resolve();
    subscription = live.subscribe({
      next(event) {
        turn = turn.then(() => take(event)).catch(reject);
        // The connection would be opened again at once, which is not what the service asked for.
        if (event.type === 'goaway') void turn.then(() => resolve(false));
        else heard = true;
      },
      error: reject,
      complete: () => resolve(heard),
    });
    signal.addEventListener('abort', () => resolve(heard), { once: true, signal: ended.signal });
  }).finally(() => {
    ended.abort();
    subscription?.unsubscribe();
  });
}
