import { createHmac } from 'node:crypto';
import type { WebhookEndpoints } from '../../twins/webhookRoutes.ts';
import { checkAddress, createWebhookSender, type WebhookSender } from '../../twins/webhooks.ts';
import type { MediaStore } from './store.ts';
import { webhookEvent } from './webhookEvent.ts';

/** Where and how a media twin tells its news. */
export interface WebhookOptions {
  /** Signs what is sent. */
  secret: string;
  /** Addresses on this machine that hear everything from the start. */
  urls?: readonly string[];
  /** Factor of the delays before a delivery is tried again; 1 unless given. */
  retryScale?: number;
}

/** Mux's guide "Listen for webhooks": a reader has five seconds to answer. */
const TIMEOUT = 5_000;

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/**
 * Milliseconds before each further attempt. The guide promises 24 hours "with an increasing delay between attempts"
 * and names no delays; these are 24 hours in all.
 */
export const RETRY_DELAYS = [
  5 * SECOND,
  25 * SECOND,
  2 * MINUTE,
  7 * MINUTE,
  20 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  6 * HOUR,
  10 * HOUR,
];

/** Addresses told to at once; more are refused. */
const MOST_ENDPOINTS = 20;

/** What tells a media twin's news. */
export interface MediaWebhooks {
  sender: WebhookSender;
  endpoints: WebhookEndpoints;
  /** Goes back to the addresses of the start, to no faults, and forgets what is under way. */
  reset(): void;
}

/**
 * Tells every change in the store to the configured addresses, signed as Mux signs: `mux-signature: t=<unix
 * seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`.
 * @throws Error for an address that is not on this machine
 */
export function mediaWebhooks(
  store: MediaStore,
  { secret, urls = [], retryScale = 1 }: WebhookOptions,
): MediaWebhooks {
  const configured = readEndpoints(urls.map((url) => ({ url })));
  let current = configured;
  const sender = createWebhookSender({
    sign: (body, at) => ({ 'mux-signature': signature(body, { secret, at }) }),
    retryDelays: RETRY_DELAYS.map((delay) => Math.max(1, delay * retryScale)),
    timeout: TIMEOUT,
  });
  let last = 0;
  store.subscribe((happened) => {
    if (current.length === 0) return;
    // No two events of one moment: readers order them by it.
    last = Math.max(last + 1, Date.now() * 1000);
    const event = webhookEvent(happened, last);
    const body = JSON.stringify(event);
    for (const { url } of current) sender.send({ url, body, headers: {}, id: event.id });
  });
  return {
    sender,
    endpoints: {
      get: () => current,
      set: (endpoints) => {
        current = readEndpoints(endpoints);
      },
    },
    reset() {
      current = configured;
      sender.setFaults([]);
      sender.forget();
    },
  };
}

function readEndpoints(endpoints: unknown): { url: string }[] {
  if (!Array.isArray(endpoints) || endpoints.length > MOST_ENDPOINTS)
    throw new Error(`endpoints: expected a list of {"url": …}, ${MOST_ENDPOINTS} at most`);
  return endpoints.map((endpoint: { url?: unknown } | null) => {
    const url = String(endpoint?.url);
    checkAddress(url);
    return { url };
  });
}

function signature(body: string, { secret, at }: { secret: string; at: number }): string {
  const seconds = Math.floor(at / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
