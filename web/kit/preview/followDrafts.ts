import { whileVisible } from '../timing/whileVisible.ts';

const SUBSCRIPTION = 'subscription DraftChanges { contentChanged { documentId } }';
const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;

/** Requests the data of the page again. */
export type Refetch = () => Promise<unknown>;

interface DraftsOptions {
  /** The URL of the API, which is of this site. */
  readonly url: string;
  readonly refetch: Refetch;
  /** Called when the session has ended. */
  onEnded(): void;
}

/**
 * Shows changes of drafts, while the page is visible. The connection is a request of this site with the cookie of the session; a
 * WebSocket would have it also from pages of other sites, so the gateway does not accept it there.
 * @returns the function that stops it
 */
export function followDrafts({ url, refetch, onEnded }: DraftsOptions): () => void {
  return whileVisible(() => {
    const stopped = new AbortController();
    void follow(url, refetch, stopped.signal).then((isEnded) => isEnded && onEnded());
    return () => stopped.abort();
  });
}

/** Creates a function that requests the data of the page again. Calls during a request are answered by one more. */
export function combineRefetches(refetch: Refetch): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isRequested = false;
  const run = async () => {
    while (isRequested) {
      isRequested = false;
      // The page keeps what it shows. The next change is another attempt.
      await refetch().catch(() => undefined);
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
async function follow(url: string, refetch: Refetch, signal: AbortSignal): Promise<boolean> {
  for (let delayMs = MIN_RETRY_MS; !signal.aborted; delayMs = Math.min(2 * delayMs, MAX_RETRY_MS)) {
    const response = await openStream(url, signal).catch(() => undefined);
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

const openStream = (url: string, signal: AbortSignal): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', 'x-preview': '1' },
    body: JSON.stringify({ query: SUBSCRIPTION }),
    signal,
  });

/** The line of each event, and of nothing else: other lines are heartbeats. */
const DATA = 'data:';

/** Calls back for each chunk in which an event arrives, also if the event is cut in two. Resolves at the end of the stream. */
async function readEvents(body: ReadableStream<Uint8Array>, onEvent: () => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (let text = ''; ; ) {
    const { value, done } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const lastEvent = text.lastIndexOf(DATA);
    if (lastEvent >= 0) {
      onEvent();
      text = text.slice(lastEvent + DATA.length);
    }
    text = text.slice(1 - DATA.length);
  }
}
