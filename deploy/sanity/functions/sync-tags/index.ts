import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SyncTagInvalidateEventHandler } from '@sanity/functions';

/** A gateway waits for its CDN for up to 5 s. */
const TIMEOUT_MS = 7_000;
const RETRY_DELAYS_MS = [250, 1_000, 4_000];

/**
 * Sends the sync tags of a change to each gateway of TRIVIUM_URLS, a list with commas. Then Sanity sends the live events that
 * wait for this function, also if a gateway has failed: it would hold them back for good.
 */
export const handler: SyncTagInvalidateEventHandler = async ({ event, done }) => {
  const { syncTags } = event.data;
  const { TRIVIUM_URLS = '', SANITY_WEBHOOK_SECRET: secret = '' } = process.env;
  const urls = TRIVIUM_URLS.split(',').map((url) => `${url.trim().replace(/\/$/, '')}/webhooks/sync-tags`);
  try {
    const results = await Promise.allSettled(urls.map((url) => deliver(url, syncTags, secret)));
    const failures = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason);
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
    console.log(`invalidated ${syncTags.length} sync tags at ${urls.join(', ')}`);
  } finally {
    const { ok, status } = await done(syncTags);
    if (!ok) console.error(`expected done() to be accepted, got status ${status} of Sanity`);
  }
};

/** @throws Error if the gateway rejects the tags, or is not reached by any attempt */
async function deliver(url: string, syncTags: readonly string[], secret: string): Promise<void> {
  for (const delayMs of [...RETRY_DELAYS_MS, undefined]) {
    const failure = await attempt(url, JSON.stringify({ syncTags }), secret);
    if (!failure) return;
    if (failure.isFinal || delayMs === undefined) throw new Error(`${url}: ${failure.message}`);
    await sleep(delayMs);
  }
}

/** Sends a signed body once. Another attempt cannot help if the gateway has rejected it. */
async function attempt(url: string, body: string, secret: string) {
  const time = Date.now();
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('base64url');
  const headers = {
    'content-type': 'application/json',
    'sanity-webhook-signature': `t=${time},v1=${signature}`,
  };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', headers, body, signal });
    if (response.ok) return undefined;
    const isFinal = response.status < 500 && response.status !== 429;
    return { message: `status ${response.status}, ${await response.text()}`, isFinal };
  } catch (error) {
    return { message: String(error), isFinal: false };
  }
}
