import { setTimeout as sleep } from 'node:timers/promises';
import { DeliveryQueue } from './deliveryQueue.ts';
import { deliveryUrl, type LocalGateway } from './deliveryUrl.ts';
import { PendingDeliveries, type PendingDelivery, type PendingLimits } from './pendingDeliveries.ts';
import {
  createFaultSelector,
  type DeliveryFaults,
  tamperedBody,
  type WebhookFault,
} from './webhookFaults.ts';

/** A notification for one URL. */
export interface Delivery {
  /** The address of the webhook; see `deliveryUrl`. */
  url: string;
  body: string;
  /** Headers besides the signature and `content-type: application/json`. */
  headers: Record<string, string>;
  /** Provider's id of the delivery, the same in all attempts. */
  id: string;
  /** Secret of the endpoint, if it has its own. */
  secret?: string;
}

/** One attempt to send a delivery. */
export interface DeliveryAttempt {
  /** Epoch milliseconds. */
  at: number;
  ms: number;
  /** HTTP status of the response; absent without a response. */
  status?: number;
  /** Reason why there is no response. */
  error?: string;
}

/** Record of a delivery. */
export interface DeliveryRecord {
  id: string;
  url: string;
  /** Kinds of faults that were injected. */
  faults: WebhookFault['kind'][];
  state: 'pending' | 'delivered' | 'failed' | 'dropped';
  /** Attempts in the order in which they ended. */
  attempts: DeliveryAttempt[];
}

export interface WebhookSenderOptions {
  /**
   * Returns the signature headers of a body sent at a time (epoch milliseconds); called for every attempt.
   * @param secret of the endpoint, if it has its own
   */
  sign(body: string, at: number, secret?: string): Record<string, string>;
  /** Delay before each further attempt; its length is the number of retries. */
  retryDelaysMs: readonly number[];
  /** Time limit for a response. */
  timeoutMs: number;
  /** Returns whether a response of this status is retried. Default: everything but 2xx. */
  shouldRetry?: (status: number) => boolean;
  faults?: readonly WebhookFault[];
  /** The gateway to which the emulator sends webhooks. */
  gateway?: LocalGateway | undefined;
  /** Limits of the deliveries that wait for a receiver. */
  pendingLimits?: PendingLimits;
}

const MAX_RECORDS = 10_000;
/** Longest time a reordered delivery waits for the next one. */
const MAX_REORDER_WAIT_MS = 1_000;

/** Sends webhooks in the background as a provider does: signed and with retries. */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #queues = new Map<string, DeliveryQueue>();
  readonly #inFlight = new Set<Promise<void>>();
  #records: DeliveryRecord[] = [];
  #selectFaults: () => DeliveryFaults;
  readonly #pending: PendingDeliveries;
  #closed = false;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    this.#selectFaults = createFaultSelector(options.faults ?? []);
    this.#pending = new PendingDeliveries(options.pendingLimits);
  }

  /**
   * Sends in the background. Resolves with the record when the delivery has ended; undefined after `close`.
   * @throws Error for a URL outside this machine
   */
  send(delivery: Delivery): Promise<DeliveryRecord | undefined> {
    const url = deliveryUrl(delivery.url, this.#options.gateway);
    if (this.#closed) return Promise.resolve(undefined);
    const faults = this.#selectFaults();
    const record: DeliveryRecord = {
      id: delivery.id,
      url,
      faults: [...faults.keys()],
      state: faults.has('drop') ? 'dropped' : 'pending',
      attempts: [],
    };
    this.#records.push(record);
    if (this.#records.length > MAX_RECORDS) this.#records = this.#records.slice(-MAX_RECORDS / 2);
    if (record.state === 'dropped') return Promise.resolve(record);
    const delivering = this.#deliver({ ...delivery, url }, record, faults).finally(() =>
      this.#inFlight.delete(delivering),
    );
    this.#inFlight.add(delivering);
    return delivering.then(() => record);
  }

  /** Returns the latest deliveries, oldest first. */
  deliveries(): readonly DeliveryRecord[] {
    return this.#records;
  }

  /** Sets the fault rules of later deliveries. */
  setFaults(faults: readonly WebhookFault[]): void {
    this.#selectFaults = createFaultSelector(faults);
  }

  /** Resolves when every delivery has ended, retries included. */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
  }

  /** Clears the records and cancels the deliveries in flight. */
  clear(): void {
    this.#pending.cancelAll();
    this.#queues.clear();
    this.#records = [];
  }

  /** Cancels the deliveries in flight and sends nothing more. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#pending.cancelAll();
    await this.idle();
  }

  async #deliver(delivery: Delivery, record: DeliveryRecord, faults: DeliveryFaults): Promise<void> {
    const pending = this.#pending.add(Buffer.byteLength(delivery.body));
    const { signal } = pending;
    const queue = this.#queueOf(delivery.url);
    try {
      const delay = faults.get('delay');
      if (delay?.kind === 'delay') await sleep(delay.ms, undefined, { signal });
      if (faults.has('reorder')) await queue.waitForNext(MAX_REORDER_WAIT_MS, signal);
      const isTampered = faults.has('tamper');
      const copies = Array.from({ length: faults.has('duplicate') ? 2 : 1 }, () =>
        this.#deliverWithRetries(delivery, record, { queue, isTampered, pending }),
      );
      const isDelivered = await Promise.all(copies);
      record.state = isDelivered.includes(true) ? 'delivered' : 'failed';
    } catch (error) {
      // Only a cancelled delivery fails here: a missing response is recorded as an attempt.
      record.attempts.push({ at: Date.now(), ms: 0, error: reasonOf(error) });
      record.state = 'failed';
    } finally {
      pending.end();
    }
  }

  /** Sends until an attempt succeeds or no retry is left. Returns whether an attempt succeeded. */
  async #deliverWithRetries(
    delivery: Delivery,
    record: DeliveryRecord,
    { queue, isTampered, pending }: { queue: DeliveryQueue; isTampered: boolean; pending: PendingDelivery },
  ): Promise<boolean> {
    const { signal } = pending;
    for (const [i, delay] of [0, ...this.#options.retryDelaysMs].entries()) {
      if (delay > 0) await sleep(delay, undefined, { signal });
      const attempt = await queue.run(() => this.#attempt(delivery, isTampered && i === 0, signal), signal);
      record.attempts.push(attempt);
      signal.throwIfAborted();
      const { status } = attempt;
      if (status !== undefined && status >= 200 && status < 300) return true;
      if (status !== undefined && this.#options.shouldRetry?.(status) === false) return false;
      pending.markFailed();
    }
    return false;
  }

  async #attempt(
    { url, body, headers, secret }: Delivery,
    isTampered: boolean,
    signal: AbortSignal,
  ): Promise<DeliveryAttempt> {
    const at = Date.now();
    const startedAt = performance.now();
    const elapsedMs = () => Math.round((performance.now() - startedAt) * 100) / 100;
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: isTampered ? tamperedBody(body) : body,
        headers: { 'content-type': 'application/json', ...headers, ...this.#options.sign(body, at, secret) },
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(this.#options.timeoutMs)]),
      });
      await response.body?.cancel();
      return { at, ms: elapsedMs(), status: response.status };
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { message?: string } };
      return { at, ms: elapsedMs(), error: cause?.message || message };
    }
  }

  #queueOf(url: string): DeliveryQueue {
    const known = this.#queues.get(url) ?? new DeliveryQueue();
    this.#queues.set(url, known);
    return known;
  }
}

/** Returns why a delivery was cancelled: a timer that is aborted has the reason as its cause. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
