import { setTimeout as sleep } from 'node:timers/promises';
import { deliveryUrl, type LocalGateway } from '../../shared/deliveryUrl.ts';
import type { WebhookEndpoints } from '../../shared/webhookRoutes.ts';
import { WebhookSender } from '../../shared/webhookSender.ts';
import type { Store, TransactionEvent } from '../documents/store.ts';
import { signature, type WebhookOptions } from './contentWebhooks.ts';

/** Sanity's default time limit of a function. */
const TIMEOUT_MS = 10_000;
/** Delays before each retry of the function. */
const RETRY_DELAYS_MS = [500, 1_000, 2_000];

/** The address to which a function forwards sync tags. */
interface FunctionEndpoint {
  readonly url: string;
  /** Secret of its signatures. Default: the secret of `WebhookOptions`. */
  readonly secret?: string;
}

/**
 * The deployed function of a dataset that receives the sync tags of published changes
 * (https://www.sanity.io/docs/functions/sync-tag-function-quickstart). Sanity runs code; the emulator sends what that code
 * would: `{"syncTags"}`, signed as a webhook.
 */
export class SyncTagFunction implements WebhookEndpoints {
  readonly sender: WebhookSender;
  readonly #gateway: LocalGateway | undefined;
  readonly #timeoutMs: number;
  readonly #calls = new WeakMap<TransactionEvent, Promise<void>>();
  readonly #unsubscribe: () => void;
  #endpoint: FunctionEndpoint | undefined;
  /** Ends the calls in progress. */
  #cancel = new AbortController();

  constructor(store: Store, { secret, gateway, functionTimeoutMs = TIMEOUT_MS }: WebhookOptions) {
    this.#gateway = gateway;
    this.#timeoutMs = functionTimeoutMs;
    this.sender = new WebhookSender({
      gateway,
      sign: (body, at, own = secret): Record<string, string> =>
        own === undefined ? {} : { 'sanity-webhook-signature': signature(body, at, own) },
      retryDelaysMs: RETRY_DELAYS_MS,
      timeoutMs: functionTimeoutMs,
    });
    this.#unsubscribe = store.subscribe((event) => {
      if (this.#endpoint && event.tags.published.length > 0)
        this.#calls.set(event, this.#call(this.#endpoint, event));
    });
  }

  get(): readonly FunctionEndpoint[] {
    return this.#endpoint ? [this.#endpoint] : [];
  }

  /** Replaces the function. @throws Error with the expected format; Sanity allows one function for a dataset */
  set(endpoints: unknown): void {
    if (!Array.isArray(endpoints) || endpoints.length > 1)
      throw new Error('endpoints: expected a list with at most one {"url", "secret"?}');
    const [endpoint] = endpoints as unknown[];
    this.#endpoint = endpoint === undefined ? undefined : this.#read(endpoint);
  }

  /**
   * Resolves with true when the function has handled the published changes of a transaction, or its time is over; with false
   * if there was no function: Sanity then sends no event to a stream that waits for it.
   */
  async handled(event: TransactionEvent): Promise<boolean> {
    if (event.tags.published.length === 0) return true;
    const call = this.#calls.get(event);
    await call;
    return call !== undefined;
  }

  reset(): void {
    this.#endpoint = undefined;
    this.#cancel.abort();
    this.#cancel = new AbortController();
    this.sender.setFaults([]);
    this.sender.clear();
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    this.#cancel.abort();
    await this.sender.close();
  }

  #read(endpoint: unknown): FunctionEndpoint {
    const { url, secret } = Object(endpoint) as { url?: unknown; secret?: unknown };
    if (secret !== undefined && typeof secret !== 'string')
      throw new Error(`endpoints[0].secret: expected a text, got ${typeof secret}`);
    deliveryUrl(url, this.#gateway);
    return { url: url as string, ...(secret !== undefined && { secret }) };
  }

  async #call(endpoint: FunctionEndpoint, { transactionId, tags }: TransactionEvent): Promise<void> {
    const timeout = sleep(this.#timeoutMs, undefined, { signal: this.#cancel.signal, ref: false });
    const sent = this.sender
      .send({
        ...endpoint,
        id: transactionId,
        body: JSON.stringify({ syncTags: tags.published }),
        headers: {},
      })
      .then((record) => (record?.state === 'delivered' ? undefined : timeout));
    await Promise.race([sent, timeout]).catch(() => undefined);
  }
}
