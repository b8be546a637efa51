import { createHmac } from 'node:crypto';
import { deliveryUrl, type LocalGateway } from '../../shared/deliveryUrl.ts';
import type { WebhookEndpoints } from '../../shared/webhookRoutes.ts';
import { WebhookSender } from '../../shared/webhookSender.ts';
import { opaqueId } from '../assets/opaqueId.ts';
import type { MediaStore } from '../assets/store.ts';
import { webhookEvent } from './webhookEvent.ts';

/** Options of the webhooks of a media emulator. */
export interface MediaWebhookOptions {
  /** Secret of the signatures of webhooks without one of their own. Default: no signatures. */
  secret?: string;
  gateway?: LocalGateway;
  /** Addresses that receive all events from the start. */
  urls?: readonly string[];
  /** Factor of the retry delays. Default: 1. */
  retryScale?: number;
}

/** Mux's guide "Listen for webhooks": an endpoint must respond within five seconds. */
const RESPONSE_TIMEOUT_MS = 5_000;

const [SECOND_MS, MINUTE_MS, HOUR_MS] = [1_000, 60_000, 3_600_000];

/**
 * Delays before each retry. The guide promises 24 hours "with an increasing delay between attempts" without
 * numbers; these add up to 24 hours.
 */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  25 * SECOND_MS,
  2 * MINUTE_MS,
  7 * MINUTE_MS,
  20 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  10 * HOUR_MS,
];

/** Maximum number of endpoints. */
const MAX_ENDPOINTS = 20;

/** A webhook of the environment. */
export interface MediaWebhook {
  readonly id: string;
  readonly url: string;
  readonly isEnabled: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Secret of its signatures; undefined for the secret of `MediaWebhookOptions`. */
  readonly secret?: string;
}

/** The webhooks of a media emulator. */
export interface MediaWebhooks {
  sender: WebhookSender;
  endpoints: WebhookEndpoints;
  /** Returns all webhooks, the newest first. */
  all(): readonly MediaWebhook[];
  /** Adds a webhook with a secret of its own. @throws Error for a URL outside this machine, or a URL that is in use */
  add(url: string): MediaWebhook;
  /** Changes a webhook; undefined if there is none with this id. @throws Error as `add` */
  change(id: string, change: Partial<Pick<MediaWebhook, 'url' | 'isEnabled'>>): MediaWebhook | undefined;
  /** @returns false if there is none with this id */
  remove(id: string): boolean;
  /** Restores the initial endpoints, removes all faults and cancels deliveries in flight. */
  reset(): void;
}

/**
 * Sends every change of the store to the configured endpoints, signed like Mux: `mux-signature: t=<unix
 * seconds>,v1=<hex HMAC-SHA256 of "<t>.<body>">`.
 * @throws Error for a URL outside this machine
 */
export function createMediaWebhooks(
  store: MediaStore,
  { secret, gateway, urls = [], retryScale = 1 }: MediaWebhookOptions,
): MediaWebhooks {
  const configured = readEndpoints(
    urls.map((url) => ({ url })),
    gateway,
  );
  let current = configured;
  const sender = new WebhookSender({
    gateway,
    sign: (body, at, own = secret): Record<string, string> =>
      own === undefined ? {} : { 'mux-signature': signature(body, { secret: own, at }) },
    retryDelaysMs: RETRY_DELAYS_MS.map((delay) => Math.max(1, delay * retryScale)),
    timeoutMs: RESPONSE_TIMEOUT_MS,
  });
  let lastMicros = 0;
  store.subscribe((change) => {
    if (current.length === 0) return;
    // Every event gets a time of its own, because receivers order events by time.
    lastMicros = Math.max(lastMicros + 1, Date.now() * 1000);
    const event = webhookEvent(change, lastMicros);
    const body = JSON.stringify(event);
    for (const { url, isEnabled, secret: own } of current)
      if (isEnabled) sender.send({ url, body, headers: {}, id: event.id, ...(own && { secret: own }) });
  });
  const checkUrl = (url: string, exceptId?: string) => {
    deliveryUrl(url, gateway);
    if (current.some((webhook) => webhook.url === url && webhook.id !== exceptId))
      throw new Error('address: expected an address that no other webhook has');
  };
  return {
    sender,
    all: () => current.toReversed(),
    add(url) {
      checkUrl(url);
      if (current.length >= MAX_ENDPOINTS) throw new Error(`expected at most ${MAX_ENDPOINTS} webhooks`);
      const added = { ...newWebhook(url), secret: opaqueId() };
      current = [...current, added];
      return added;
    },
    change(id, change) {
      const before = current.find((webhook) => webhook.id === id);
      if (!before) return undefined;
      if (change.url !== undefined) checkUrl(change.url, id);
      const after = { ...before, ...change };
      current = current.map((webhook) => (webhook === before ? after : webhook));
      return after;
    },
    remove(id) {
      const count = current.length;
      current = current.filter((webhook) => webhook.id !== id);
      return current.length < count;
    },
    endpoints: {
      get: () => current.map(({ url }) => ({ url })),
      set: (endpoints) => {
        current = readEndpoints(endpoints, gateway);
      },
    },
    reset() {
      current = configured;
      sender.setFaults([]);
      sender.clear();
    },
  };
}

const newWebhook = (url: string): MediaWebhook => ({
  id: opaqueId(),
  url,
  isEnabled: true,
  createdAt: new Date().toISOString(),
});

function readEndpoints(endpoints: unknown, gateway: LocalGateway | undefined): readonly MediaWebhook[] {
  if (!Array.isArray(endpoints) || endpoints.length > MAX_ENDPOINTS)
    throw new Error(
      `endpoints: expected a list of at most ${MAX_ENDPOINTS} {"url": …}, got ${Array.isArray(endpoints) ? endpoints.length : typeof endpoints}`,
    );
  return endpoints.map((endpoint: { url?: unknown } | null) => {
    const url = endpoint?.url;
    deliveryUrl(url, gateway);
    return newWebhook(url as string);
  });
}

function signature(body: string, { secret, at }: { secret: string; at: number }): string {
  const seconds = Math.floor(at / 1000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}
