import { setTimeout as sleep } from 'node:timers/promises';
import { createUpstreamFetch } from '../upstream/upstreamFetch.ts';
import { ALL_TAG } from './cacheTag.ts';

/** Purges tags in a CDN in front of the gateway. */
export interface CdnPurge {
  /** Returns at once; tags are sent in batches, and failures are retried. */
  purge(tags: readonly string[]): void;
  /** Purges every response. */
  purgeAll(): void;
  /** Resolves when the pending tags are sent; at the latest when one request has timed out. */
  sent(): Promise<void>;
  /** Sends the pending tags, for as long as one request may take; for a moment only if the last one failed. */
  close(): Promise<void>;
}

interface CdnPurgeOptions {
  readonly url: string;
  readonly token?: string | undefined;
  readonly onOutcome?: (outcome: 'ok' | 'failed', error?: unknown) => void;
}

/**
 * Delay before sending. The other gateways have purged by then; a CDN that is purged earlier could fetch the old response
 * from one of them.
 */
const BATCH_DELAY_MS = 100;
const TIMEOUT_MS = 5000;
/** Time for the pending tags when the gateway closes, if the last request failed: another one would probably wait in vain. */
const CLOSE_AFTER_FAILURE_MS = 500;
const RETRY_DELAYS_MS = [500, 2000, 8000];
const MAX_RESPONSE_BYTES = 64 * 1024;
/** Cloudflare accepts 100 tags in a request, Fastly 256 keys. */
const MAX_TAGS_PER_REQUEST = 100;
const FASTLY_API = 'https://api.fastly.com/';

/** Purges nothing. */
export const noCdnPurge: CdnPurge = {
  purge: () => {},
  purgeAll: () => {},
  sent: async () => {},
  close: async () => {},
};

/** Creates a purge that posts `{"tags": […]}` to a URL, with the token as Bearer; to Fastly in the form of its API. */
export function createCdnPurge({ url, token, onOutcome }: CdnPurgeOptions): CdnPurge {
  const send = createUpstreamFetch({ maxBytes: MAX_RESPONSE_BYTES, timeoutMs: TIMEOUT_MS });
  const waiting = new Set<string>();
  const closed = new AbortController();
  let sending: Promise<void> | undefined;
  let hasFailed = false;

  const post = async (tags: readonly string[]): Promise<void> => {
    const response = await send(url, purgeRequest({ url, token }, tags));
    if (!response.ok) throw new Error(`expected status 2xx of CDN_PURGE_URL, got ${response.status}`);
  };
  const deliver = async (tags: readonly string[]): Promise<void> => {
    for (const wait of [...RETRY_DELAYS_MS, undefined]) {
      try {
        await post(tags);
        hasFailed = false;
        return onOutcome?.('ok');
      } catch (error) {
        hasFailed = true;
        onOutcome?.('failed', error);
        if (wait === undefined || closed.signal.aborted) return;
        await sleep(wait, undefined, { signal: closed.signal, ref: false }).catch(() => {});
      }
    }
  };
  const sendWaiting = async () => {
    await sleep(BATCH_DELAY_MS, undefined, { signal: closed.signal }).catch(() => {});
    while (waiting.size > 0) {
      const tags = waiting.has(ALL_TAG) ? [ALL_TAG] : [...waiting].slice(0, MAX_TAGS_PER_REQUEST);
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
  const sentWithin = async (maxMs: number) => {
    await Promise.race([sending, sleep(maxMs, undefined, { ref: false })]);
  };

  return {
    purge: add,
    purgeAll: () => add([ALL_TAG]),
    sent: () => sentWithin(TIMEOUT_MS),
    async close() {
      closed.abort();
      await sentWithin(hasFailed ? CLOSE_AFTER_FAILURE_MS : TIMEOUT_MS);
    },
  };
}

/**
 * Returns the request that purges tags. Fastly: https://www.fastly.com/documentation/reference/api/purging/
 */
export function purgeRequest(
  { url, token }: Pick<CdnPurgeOptions, 'url' | 'token'>,
  tags: readonly string[],
) {
  const isFastly = url.startsWith(FASTLY_API);
  const headers = new Headers({ 'content-type': 'application/json' });
  if (token && isFastly) headers.set('fastly-key', token);
  if (token && !isFastly) headers.set('authorization', `Bearer ${token}`);
  return { method: 'POST', headers, body: JSON.stringify(isFastly ? { surrogate_keys: tags } : { tags }) };
}
