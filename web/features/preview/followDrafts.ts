import type { Queries } from '../../data/queries.ts';
import { whileVisible } from '../../kit/timing/whileVisible.ts';
import { type PendingChanges, refetchStale } from '../live-updates/refetchStale.ts';

const SUBSCRIPTION = 'subscription DraftChanges { contentChanged { documentId } }';
const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;
/** Everything that the page shows can have changed: drafts of all documents that it reads. */
const ALL: PendingChanges = { documents: new Map(), videoIds: new Set(), hasMissedChanges: true };

/** Requests the data of the page again. */
type Refetch = () => Promise<void>;

/**
 * Shows changes of drafts, while the page is visible. The connection is a request of this site with the cookie of the session; a
 * WebSocket would have it also from pages of other sites, so the gateway does not accept it there.
 * @param refetch requests the data of the page again
 * @param onEnded called when the session has ended
 * @returns stops it
 */
export function followDrafts(refetch: Refetch, onEnded: () => void): () => void {
  return whileVisible(() => {
    const stopped = new AbortController();
    void follow(refetch, stopped.signal).then((isEnded) => isEnded && onEnded());
    return () => stopped.abort();
  });
}

/** Creates a function that requests the data of the page again. Calls during a request are answered by one more. */
export function createRefetch(queries: Queries): Refetch {
  let running: Promise<void> | undefined;
  let isRequested = false;
  const run = async () => {
    while (isRequested) {
      isRequested = false;
      queries.invalidate();
      await queries
        .loadClient()
        .then((client) => refetchStale(client, ALL))
        .catch(() => undefined);
    }
    running = undefined;
  };
  return () => {
    isRequested = true;
    running ??= run();
    return running;
  };
}

/** Connects until the signal aborts. Returns true if the session has ended. */
async function follow(refetch: Refetch, signal: AbortSignal): Promise<boolean> {
  for (let delayMs = MIN_RETRY_MS; !signal.aborted; delayMs = Math.min(2 * delayMs, MAX_RETRY_MS)) {
    const response = await openStream(signal).catch(() => undefined);
    if (response?.status === 401 || response?.status === 403) return true;
    if (response?.ok && response.body) {
      delayMs = MIN_RETRY_MS;
      // The page may have been rendered before a change that this stream does not tell.
      void refetch();
      await readEvents(response.body, refetch).catch(() => undefined);
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  return false;
}

const openStream = (signal: AbortSignal): Promise<Response> =>
  fetch('/graphql', {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', 'x-preview': '1' },
    body: JSON.stringify({ query: SUBSCRIPTION }),
    signal,
  });

/** Calls back for each chunk with events. Resolves at the end of the stream. */
async function readEvents(body: ReadableStream<Uint8Array>, onEvent: () => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    // Other chunks are heartbeats. An event that is cut in two has a line with its data in the second part.
    if (decoder.decode(value, { stream: true }).includes('data:')) onEvent();
  }
}
