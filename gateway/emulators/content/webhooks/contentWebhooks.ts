import { createHmac, hash, randomUUID } from 'node:crypto';
import { deliveryUrl, type LocalGateway } from '../../shared/deliveryUrl.ts';
import type { WebhookEndpoints } from '../../shared/webhookRoutes.ts';
import { WebhookSender } from '../../shared/webhookSender.ts';
import type { Dataset } from '../dataset/dataset.ts';
import { isPublished } from '../documents/document.ts';
import type { DocumentChange, TransactionEvent } from '../documents/store.ts';
import { OPERATIONS, type Operation, type Webhook, type WebhookRecord } from './webhook.ts';
import { readWebhook } from './webhookDescription.ts';
import { compileWebhookExpression } from './webhookExpression.ts';

/** Delays before each retry: two since April 2026. */
const RETRY_DELAYS_MS = [30_000, 30_000];
/** Time limit for a response. */
const RESPONSE_TIMEOUT_MS = 30_000;

/** Options of the webhooks of an emulator. */
export interface WebhookOptions {
  endpoints?: readonly Webhook[];
  /** Secret of the signatures. Default: no signatures. */
  secret?: string;
  gateway?: LocalGateway;
  /** Delays before each retry. Default: Sanity's. */
  retryDelaysMs?: readonly number[];
  /** Time limit for a response. Default: Sanity's. */
  timeoutMs?: number;
  /** Time limit of the function for sync tags. Default: Sanity's. */
  functionTimeoutMs?: number;
}

/** A webhook with its compiled filter and projection. */
interface CompiledWebhook extends WebhookRecord {
  matches(change: DocumentChange): Promise<boolean>;
  bodyOf(change: DocumentChange): Promise<unknown>;
}

/** The webhooks of a dataset, triggered by every transaction. */
export class ContentWebhooks implements WebhookEndpoints {
  readonly sender: WebhookSender;
  readonly #dataset: Dataset;
  readonly #initial: readonly Webhook[];
  readonly #gateway: LocalGateway | undefined;
  #webhooks: readonly CompiledWebhook[] = [];
  readonly #unsubscribe: () => void;
  /** Resolves when all past transactions have been handed to the sender, in order. */
  #pending: Promise<void> = Promise.resolve();
  /** Number of resets; events from before a reset are dropped. */
  #resetCount = 0;

  /** @throws Error for an invalid webhook */
  constructor(
    dataset: Dataset,
    { endpoints = [], secret, gateway, retryDelaysMs, timeoutMs }: WebhookOptions,
  ) {
    this.#gateway = gateway;
    this.#dataset = dataset;
    this.#initial = endpoints;
    this.set(endpoints);
    this.sender = new WebhookSender({
      gateway,
      sign: (body, at, own = secret): Record<string, string> =>
        own === undefined ? {} : { 'sanity-webhook-signature': signature(body, at, own) },
      retryDelaysMs: retryDelaysMs ?? RETRY_DELAYS_MS,
      timeoutMs: timeoutMs ?? RESPONSE_TIMEOUT_MS,
    });
    this.#unsubscribe = dataset.store.subscribe((event) => {
      const webhooks = this.#webhooks;
      const resetCount = this.#resetCount;
      this.#pending = this.#pending.then(async () => {
        if (resetCount === this.#resetCount) await this.#trigger(event, webhooks);
      });
    });
  }

  get(): readonly Webhook[] {
    return this.#webhooks.map(({ webhook }) => webhook);
  }

  /** Replaces the webhooks. @throws Error with the first invalid webhook, which leaves them unchanged */
  set(webhooks: unknown): void {
    if (!Array.isArray(webhooks))
      throw new Error(`endpoints: expected a list of {"url": …}, got ${typeof webhooks}`);
    this.#webhooks = webhooks.map((webhook, i) => {
      try {
        return this.#compile(readWebhook(webhook));
      } catch (error) {
        throw new Error(`endpoints[${i}]: ${(error as Error).message}`);
      }
    });
  }

  /** Returns all webhooks, the oldest first. */
  records(): readonly WebhookRecord[] {
    return this.#webhooks;
  }

  /** Adds a webhook. @throws Error for an invalid one */
  add(webhook: Webhook): WebhookRecord {
    const added = this.#compile(webhook, newId(randomUUID()));
    this.#webhooks = [...this.#webhooks, added];
    return added;
  }

  /** Replaces a webhook; undefined if there is none with this id. @throws Error for an invalid one */
  replace(id: string, webhook: Webhook): WebhookRecord | undefined {
    const replaced = this.#webhooks.find((record) => record.id === id);
    if (!replaced) return undefined;
    const compiled = { ...this.#compile(webhook, id), createdAt: replaced.createdAt };
    this.#webhooks = this.#webhooks.map((record) => (record === replaced ? compiled : record));
    return compiled;
  }

  /** Removes a webhook. @returns false if there is none with this id */
  remove(id: string): boolean {
    const count = this.#webhooks.length;
    this.#webhooks = this.#webhooks.filter((record) => record.id !== id);
    return this.#webhooks.length < count;
  }

  async settled(): Promise<void> {
    await this.#pending;
  }

  /** Restores the initial webhooks, removes all faults and deliveries. */
  reset(): void {
    this.#resetCount += 1;
    this.set(this.#initial);
    this.sender.setFaults([]);
    this.sender.clear();
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    await this.sender.close();
  }

  #compile(webhook: Webhook, id?: string): CompiledWebhook {
    deliveryUrl(webhook.url, this.#gateway);
    const { projectId, dataset, store } = this.#dataset;
    const context = {
      sanity: { projectId, dataset },
      document: (id: string) => store.get(id),
    };
    const filter = webhook.filter ? compileWebhookExpression(webhook.filter, context) : undefined;
    const projection = webhook.projection ? compileWebhookExpression(webhook.projection, context) : undefined;
    return {
      webhook,
      id: id ?? newId(`${webhook.url} ${webhook.filter}`),
      createdAt: new Date().toISOString(),
      matches: async (change) =>
        webhook.isDisabledByUser !== true &&
        ['*', dataset].includes(webhook.dataset ?? '*') &&
        isIncluded(change.id, webhook) &&
        (webhook.on ?? OPERATIONS).includes(operationOf(change)) &&
        (filter === undefined || (await filter(change)) === true),
      bodyOf: async (change) =>
        projection === undefined ? (change.after ?? change.before) : projection(change),
    };
  }

  async #trigger(event: TransactionEvent, webhooks: readonly CompiledWebhook[]): Promise<void> {
    for (const webhook of webhooks)
      for (const change of event.changes)
        try {
          if (!(await webhook.matches(change))) continue;
          this.#send(webhook, event, change, JSON.stringify((await webhook.bodyOf(change)) ?? null));
        } catch (error) {
          // A failing expression affects only its own webhook.
          console.error(`content emulator: webhook ${webhook.webhook.url}: ${(error as Error).message}`);
        }
  }

  #send(
    { webhook, id }: CompiledWebhook,
    event: TransactionEvent,
    change: DocumentChange,
    body: string,
  ): void {
    const { projectId, dataset } = this.#dataset;
    const { transactionId, timestamp } = event;
    const key = hash('sha256', `${id} ${transactionId} ${change.id}`, 'base64url');
    this.sender.send({
      url: webhook.url,
      body,
      id: key,
      ...(webhook.secret !== undefined && { secret: webhook.secret }),
      headers: {
        'sanity-transaction-id': transactionId,
        'sanity-transaction-time': timestamp,
        'sanity-dataset': dataset,
        'sanity-document-id': change.id,
        'sanity-project-id': projectId,
        'sanity-webhook-id': id,
        'sanity-operation': operationOf(change),
        'idempotency-key': key,
      },
    });
  }
}

/** Returns an id in the format of Sanity: 16 letters and digits. */
const newId = (source: string): string =>
  hash('sha1', source, 'base64url').replaceAll(/[-_]/g, '').slice(0, 16);

function operationOf({ before, after }: DocumentChange): Operation {
  if (before === undefined) return 'create';
  return after === undefined ? 'delete' : 'update';
}

function isIncluded(id: string, { includeDrafts, includeAllVersions }: Webhook): boolean {
  if (isPublished(id)) return true;
  return id.startsWith('drafts.') ? includeDrafts === true : includeAllVersions === true;
}

/**
 * Signs a body: `t=<epoch milliseconds>,v1=<base64url of the HMAC-SHA256 of "t.body">`, as `@sanity/webhook`
 * verifies it.
 */
export function signature(body: string, at: number, secret: string): string {
  const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('base64url');
  return `t=${at},v1=${digest}`;
}
