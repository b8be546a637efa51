import { createHmac, hash } from 'node:crypto';
import type { WebhookEndpoints } from '../../twins/webhookRoutes.ts';
import { checkAddress, createWebhookSender, type WebhookSender } from '../../twins/webhooks.ts';
import type { Dataset } from './dataset.ts';
import { isPublished } from './document.ts';
import { hookExpression } from './hookExpression.ts';
import type { DocumentChange, TransactionEvent } from './store.ts';

/** Milliseconds before each further attempt: since April 2026 there are two. */
const RETRY_DELAYS = [30_000, 30_000];
/** Milliseconds an address has to answer. */
const TIMEOUT = 30_000;

const OPERATIONS = ['create', 'update', 'delete'] as const;
type Operation = (typeof OPERATIONS)[number];

/** A webhook as a project has it (https://www.sanity.io/docs/http-reference/webhooks). */
export interface Hook {
  url: string;
  /** What it is triggered on; all three when absent. */
  on?: readonly Operation[];
  /** GROQ, the inside of `*[…]`; every document when absent. */
  filter?: string;
  /** GROQ; the document when absent, as it is now or as it was before its deletion. */
  projection?: string;
  /** Whether drafts are heard of; only published documents are otherwise. */
  includeDrafts?: boolean;
  /** Whether versions in releases are. */
  includeAllVersions?: boolean;
}

/** Webhooks of a twin. */
export interface HookOptions {
  hooks?: readonly Hook[];
  /** Deliveries are signed with it; not signed when absent. */
  secret?: string;
  /** Milliseconds before each further attempt; Sanity's own when absent. */
  retryDelays?: readonly number[];
  /** Milliseconds an address has to answer; Sanity's own when absent. */
  timeout?: number;
}

/** A hook that is ready to be asked. */
interface ReadyHook {
  hook: Hook;
  id: string;
  matches(change: DocumentChange): Promise<boolean>;
  bodyOf(change: DocumentChange): Promise<unknown>;
}

/** The webhooks of a dataset, fired by every transaction. */
export class Hooks implements WebhookEndpoints {
  readonly sender: WebhookSender;
  readonly #dataset: Dataset;
  readonly #configured: readonly Hook[];
  #ready: readonly ReadyHook[] = [];
  readonly #unsubscribe: () => void;
  /** Ends when every transaction so far has been handed to the sender; they go in their order. */
  #fired: Promise<void> = Promise.resolve();
  /** How often it was reset; what happened before that is nobody's news any more. */
  #beginnings = 0;

  /** @throws Error for a hook that is none */
  constructor(dataset: Dataset, { hooks = [], secret, retryDelays, timeout }: HookOptions) {
    this.#dataset = dataset;
    this.#configured = hooks;
    this.set(hooks);
    this.sender = createWebhookSender({
      sign: (body, at): Record<string, string> =>
        secret === undefined ? {} : { 'sanity-webhook-signature': signature(body, at, secret) },
      retryDelays: retryDelays ?? RETRY_DELAYS,
      timeout: timeout ?? TIMEOUT,
    });
    this.#unsubscribe = dataset.store.subscribe((event) => {
      const ready = this.#ready;
      const from = this.#beginnings;
      this.#fired = this.#fired.then(async () => {
        if (from === this.#beginnings) await this.#fire(event, ready);
      });
    });
  }

  get(): readonly Hook[] {
    return this.#ready.map(({ hook }) => hook);
  }

  /** Takes other hooks. @throws Error that names the first that is none, and why; the others are kept then */
  set(hooks: unknown): void {
    if (!Array.isArray(hooks)) throw new Error('endpoints: expected a list of {"url": …}');
    this.#ready = hooks.map((hook, i) => {
      try {
        return this.#readied(hook as Hook);
      } catch (error) {
        throw new Error(`endpoints[${i}]: ${(error as Error).message}`);
      }
    });
  }

  async settled(): Promise<void> {
    await this.#fired;
  }

  /** Goes back to the hooks of the beginning, with no faults and no deliveries. */
  reset(): void {
    this.#beginnings += 1;
    this.set(this.#configured);
    this.sender.setFaults([]);
    this.sender.forget();
  }

  async close(): Promise<void> {
    this.#unsubscribe();
    await this.sender.close();
  }

  #readied(hook: Hook): ReadyHook {
    checkAddress(hook?.url);
    const unknown = (hook.on ?? []).find((operation) => !OPERATIONS.includes(operation));
    if (unknown !== undefined)
      throw new Error(`on: expected ${OPERATIONS.join(', ')}, got ${JSON.stringify(unknown)}`);
    const { projectId, dataset, store } = this.#dataset;
    const around = {
      sanity: { projectId, dataset },
      document: (id: string) => store.get(id),
    };
    const filter = hook.filter ? hookExpression(hook.filter, around) : undefined;
    const projection = hook.projection ? hookExpression(hook.projection, around) : undefined;
    return {
      hook,
      id: hash('sha1', `${hook.url} ${hook.filter}`, 'base64url').replaceAll(/[-_]/g, '').slice(0, 16),
      matches: async (change) =>
        isHeardOf(change.id, hook) &&
        (hook.on ?? OPERATIONS).includes(operationOf(change)) &&
        (filter === undefined || (await filter(change)) === true),
      bodyOf: async (change) =>
        projection === undefined ? (change.after ?? change.before) : projection(change),
    };
  }

  async #fire(event: TransactionEvent, hooks: readonly ReadyHook[]): Promise<void> {
    for (const ready of hooks)
      for (const change of event.changes)
        try {
          if (!(await ready.matches(change))) continue;
          this.#send(ready, event, change, JSON.stringify((await ready.bodyOf(change)) ?? null));
        } catch (error) {
          // A hook that cannot be evaluated is that hook's fault, and nobody else's.
          console.error(`content twin: webhook ${ready.hook.url}: ${(error as Error).message}`);
        }
  }

  #send({ hook, id }: ReadyHook, event: TransactionEvent, change: DocumentChange, body: string): void {
    const { projectId, dataset } = this.#dataset;
    const { transactionId, timestamp } = event;
    const key = hash('sha256', `${id} ${transactionId} ${change.id}`, 'base64url');
    this.sender.send({
      url: hook.url,
      body,
      id: key,
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

function operationOf({ before, after }: DocumentChange): Operation {
  if (before === undefined) return 'create';
  return after === undefined ? 'delete' : 'update';
}

function isHeardOf(id: string, { includeDrafts, includeAllVersions }: Hook): boolean {
  if (isPublished(id)) return true;
  return id.startsWith('drafts.') ? includeDrafts === true : includeAllVersions === true;
}

/** `t=<epoch milliseconds>,v1=<base64url of the HMAC-SHA256 of "t.body">`, as `@sanity/webhook` checks it. */
function signature(body: string, at: number, secret: string): string {
  const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('base64url');
  return `t=${at},v1=${digest}`;
}
