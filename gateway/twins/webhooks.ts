import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultsOfDelivery, type WebhookFault, webhookChance } from './webhookFaults.ts';
import { WebhookLane } from './webhookLane.ts';

/** Something to tell one address. */
export interface Delivery {
  /** On this machine; see `checkAddress`. */
  url: string;
  body: string;
  /** Beside those of the signature and `content-type: application/json`. */
  headers: Record<string, string>;
  /** What the provider knows the delivery by; equal in all its attempts. */
  id: string;
}

/** One try to bring a delivery to its address. */
export interface Attempt {
  /** Epoch milliseconds. */
  at: number;
  ms: number;
  /** Of the answer; absent when none came. */
  status?: number;
  /** Why there was no answer. */
  error?: string;
}

/** What became of a delivery. */
export interface DeliveryRecord {
  id: string;
  url: string;
  /** What was made to go wrong. */
  faults: WebhookFault['kind'][];
  state: 'pending' | 'delivered' | 'failed' | 'lost';
  /** In the order in which they ended. */
  attempts: Attempt[];
}

/** Brings news to addresses, as a provider does: signed, retried, in the background. */
export interface WebhookSender {
  /** Sends in the background. @throws Error for an address that is not on this machine */
  send(delivery: Delivery): void;
  /** The latest deliveries, the oldest first. */
  deliveries(): readonly DeliveryRecord[];
  /** What goes wrong with the deliveries from now on. */
  setFaults(faults: readonly WebhookFault[]): void;
  /** When every delivery has come to its end, retries included. */
  idle(): Promise<void>;
  /** Forgets the records and gives up what is under way. */
  forget(): void;
  /** Gives up what is under way and sends nothing more. */
  close(): Promise<void>;
}

export interface WebhookSenderOptions {
  /** The headers that vouch for a body sent at a moment (epoch milliseconds); asked anew for every attempt. */
  sign(body: string, at: number): Record<string, string>;
  /** Milliseconds before each further attempt; as many attempts more as there are delays. */
  retryDelays: readonly number[];
  /** Milliseconds an address has to answer. */
  timeout: number;
  /** Whether an answer of this status is tried again; when absent, everything but 2xx is. */
  retries?: (status: number) => boolean;
  faults?: readonly WebhookFault[];
}

/** Records kept. */
const MOST_RECORDS = 10_000;
/** Milliseconds that a reordered delivery waits for another to overtake it. */
const LONGEST_WAIT = 1_000;

/** A sender of one provider's webhooks. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  return new Sender(options);
}

/**
 * Twins keep to themselves: they call nobody outside this machine.
 * @throws Error for an address that is not http(s) on a loopback interface
 */
export function checkAddress(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url?.hostname ?? '');
  if (!isLoopback || !/^https?:$/.test(url?.protocol ?? ''))
    throw new Error(
      `expected a webhook address on this machine such as http://127.0.0.1:4000/…, got ${JSON.stringify(address)?.slice(0, 200)}`,
    );
}

class Sender implements WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #lanes = new Map<string, WebhookLane>();
  readonly #underWay = new Set<Promise<void>>();
  #records: DeliveryRecord[] = [];
  #chance: () => FaultsOfDelivery;
  #ending = new AbortController();
  #closed = false;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    this.#chance = webhookChance(options.faults ?? []);
  }

  send(delivery: Delivery): void {
    checkAddress(delivery.url);
    if (this.#closed) return;
    const faults = this.#chance();
    const record: DeliveryRecord = {
      id: delivery.id,
      url: delivery.url,
      faults: [...faults.keys()],
      state: faults.has('lost') ? 'lost' : 'pending',
      attempts: [],
    };
    this.#records.push(record);
    if (this.#records.length > MOST_RECORDS) this.#records = this.#records.slice(-MOST_RECORDS / 2);
    if (record.state === 'lost') return;
    const work = this.#bring(delivery, record, faults, this.#ending.signal).finally(() =>
      this.#underWay.delete(work),
    );
    this.#underWay.add(work);
  }

  deliveries(): readonly DeliveryRecord[] {
    return this.#records;
  }

  setFaults(faults: readonly WebhookFault[]): void {
    this.#chance = webhookChance(faults);
  }

  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  forget(): void {
    this.#ending.abort();
    this.#ending = new AbortController();
    this.#lanes.clear();
    this.#records = [];
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#ending.abort();
    await this.idle();
  }

  async #bring(
    delivery: Delivery,
    record: DeliveryRecord,
    faults: FaultsOfDelivery,
    ended: AbortSignal,
  ): Promise<void> {
    const lane = this.#laneTo(delivery.url);
    try {
      const late = faults.get('late');
      if (late?.kind === 'late') await sleep(late.ms, undefined, { signal: ended });
      if (faults.has('reorder')) await lane.overtaken(LONGEST_WAIT, ended);
      const isTampered = faults.has('tampered');
      const copies = Array.from({ length: faults.has('twice') ? 2 : 1 }, () =>
        this.#persist(delivery, record, { lane, isTampered, ended }),
      );
      const arrived = await Promise.all(copies);
      record.state = arrived.includes(true) ? 'delivered' : 'failed';
    } catch {
      // Only the end of the sender interrupts a delivery; answers and their absence are attempts.
      record.state = 'failed';
    }
  }

  /** Tries until it is taken or no attempt is left. */
  async #persist(
    delivery: Delivery,
    record: DeliveryRecord,
    { lane, isTampered, ended }: { lane: WebhookLane; isTampered: boolean; ended: AbortSignal },
  ): Promise<boolean> {
    for (const [i, delay] of [0, ...this.#options.retryDelays].entries()) {
      if (delay > 0) await sleep(delay, undefined, { signal: ended });
      const attempt = await lane.run(() => this.#attempt(delivery, isTampered && i === 0, ended));
      record.attempts.push(attempt);
      ended.throwIfAborted();
      const { status } = attempt;
      if (status !== undefined && status >= 200 && status < 300) return true;
      if (status !== undefined && this.#options.retries?.(status) === false) return false;
    }
    return false;
  }

  async #attempt(
    { url, body, headers }: Delivery,
    isTampered: boolean,
    ended: AbortSignal,
  ): Promise<Attempt> {
    const at = Date.now();
    const begun = performance.now();
    const took = () => Math.round((performance.now() - begun) * 100) / 100;
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: isTampered ? tampered(body) : body,
        headers: { 'content-type': 'application/json', ...headers, ...this.#options.sign(body, at) },
        redirect: 'manual',
        signal: AbortSignal.any([ended, AbortSignal.timeout(this.#options.timeout)]),
      });
      await response.body?.cancel();
      return { at, ms: took(), status: response.status };
    } catch (error) {
      const { message, cause } = error as Error & { cause?: { message?: string } };
      return { at, ms: took(), error: cause?.message || message };
    }
  }

  #laneTo(url: string): WebhookLane {
    const known = this.#lanes.get(url) ?? new WebhookLane();
    this.#lanes.set(url, known);
    return known;
  }
}

/** The body with a change that a reader of JSON sees. */
function tampered(body: string): string {
  const end = body.lastIndexOf('}');
  const comma = /^\s*\{\s*\}\s*$/.test(body) ? '' : ',';
  return end < 0 ? `${body} ` : `${body.slice(0, end)}${comma}"tampered":true${body.slice(end)}`;
}
