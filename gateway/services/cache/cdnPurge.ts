import { setTimeout as sleep } from 'node:timers/promises';
import { createUpstreamFetch } from '../upstream/upstreamFetch.ts';

/** Tells a CDN in front of the graph which tags its copies must not have any more. */
export interface CdnPurge {
  /** Returns at once; tags of the same moment go together, and a failure is tried again. */
  purge(tags: readonly string[]): void;
  /** Everything the graph has ever answered. */
  purgeAll(): void;
  /** Sends what is waiting. */
  close(): Promise<void>;
}

/** No CDN. */
export const noCdnPurge: CdnPurge = { purge: () => {}, purgeAll: () => {}, close: async () => {} };

interface CdnPurgeOptions {
  readonly url: string;
  readonly token?: string | undefined;
  readonly told?: (outcome: 'ok' | 'failed', error?: unknown) => void;
}

/**
 * Milliseconds for which tags are gathered. The other gateways have heard of the purge by then; a CDN that was told
 * sooner could fetch the old answer from one of them.
 */
const GATHER = 100;
/** Milliseconds for an answer, and before each further attempt. */
const DEADLINE = 5000;
const RETRIES = [500, 2000, 8000];
/** Bytes of an answer, of which only the status is looked at. */
const LARGEST_ANSWER = 64 * 1024;
/** Tags of one request. */
const MOST_TAGS = 1000;
/** What stands for everything, on every answer. */
export const ALL_TAG = 'trivium';

/** Posts `{"tags": […]}` to an address, with the token as Bearer. */
export function createCdnPurge({ url, token, told }: CdnPurgeOptions): CdnPurge {
  const send = createUpstreamFetch({ bytes: LARGEST_ANSWER, ms: DEADLINE });
  const waiting = new Set<string>();
  const closed = new AbortController();
  let sending: Promise<void> | undefined;

  const post = async (tags: readonly string[]): Promise<void> => {
    const answer = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ tags }),
    });
    if (!answer.ok) throw new Error(`expected the purge address to answer 2xx, got ${answer.status}`);
  };
  const deliver = async (tags: readonly string[]): Promise<void> => {
    for (const wait of [...RETRIES, undefined]) {
      try {
        await post(tags);
        return told?.('ok');
      } catch (error) {
        told?.('failed', error);
        if (wait === undefined || closed.signal.aborted) return;
        await sleep(wait, undefined, { signal: closed.signal, ref: false }).catch(() => {});
      }
    }
  };
  const sendWaiting = async () => {
    await sleep(GATHER, undefined, { signal: closed.signal }).catch(() => {});
    while (waiting.size > 0) {
      const tags = waiting.has(ALL_TAG) ? [ALL_TAG] : [...waiting].slice(0, MOST_TAGS);
      if (waiting.has(ALL_TAG)) waiting.clear();
      for (const tag of tags) waiting.delete(tag);
      await deliver(tags);
    }
    sending = undefined;
  };
  const add = (tags: readonly string[]) => {
    for (const tag of tags) waiting.add(tag);
    sending ??= sendWaiting();
  };

  return {
    purge: add,
    purgeAll: () => add([ALL_TAG]),
    async close() {
      closed.abort();
      await sending;
    },
  };
}
