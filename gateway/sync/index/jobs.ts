import type { Item, NewItem, Queue } from '../../services/storage/queue/queue.ts';
import type { Change } from '../changes.ts';

/** An index job. A job with the same kind and id is queued once and never runs twice at the same time. */
export type IndexJob =
  /** A document changed: enqueues the records and moments that depend on it. */
  | (DocumentChangeHint & { readonly kind: 'document' })
  /**
   * Writes the record of a document, read at `updatedAt` or later if the event named a time. `asset` is the changed asset.
   */
  | {
      readonly kind: 'record';
      readonly id: string;
      readonly updatedAt?: string | undefined;
      readonly asset?: string | undefined;
    }
  /** Writes the moments of a document's videos; `asset` is the changed asset. */
  | { readonly kind: 'moments'; readonly id: string; readonly asset?: string | undefined }
  /** A media asset changed: enqueues the records and moments of the documents that contain it. */
  | { readonly kind: 'asset'; readonly id: string }
  /** Writes the suggestions, which depend on every title. */
  | { readonly kind: 'suggestions'; readonly id: '' }
  /** Reconciles an index with its sources. */
  | { readonly kind: 'reconcile'; readonly id: 'documents' | 'moments' };

/** The facts that a change event gives about a document. */
export type DocumentChangeHint = Change['documents'][number];

/**
 * Delay in which several changes lead to one recount of suggestions or one reconciliation: both read every document.
 */
const DEBOUNCE_MS = 30_000;
const DEBOUNCED: readonly IndexJob['kind'][] = ['suggestions', 'reconcile'];

/** The queue of index jobs; adding a job makes this process check the queue. */
export interface IndexJobQueue {
  /** Adds jobs; they are durable when the promise resolves. `debounceMs` delays jobs that read every document. */
  enqueue(jobs: readonly IndexJob[], options?: { readonly debounceMs?: number }): Promise<void>;
  /** Calls the listener after jobs were added. */
  onAdded(listener: () => void): void;
}

export function createIndexJobQueue(queue: Queue): IndexJobQueue {
  const listeners = new Set<() => void>();
  return {
    async enqueue(jobs, { debounceMs = DEBOUNCE_MS } = {}) {
      await queue.addAll(
        jobs.map(
          ({ kind, id, ...rest }): NewItem => ({
            key: `${kind}:${id}`,
            body: JSON.stringify(rest),
            delayMs: DEBOUNCED.includes(kind) ? debounceMs : 0,
          }),
        ),
      );
      for (const listener of listeners) listener();
    },
    onAdded(listener) {
      listeners.add(listener);
    },
  };
}

/** Parses the job of a queue item. */
export function parseJob({ key, body }: Pick<Item, 'key' | 'body'>): IndexJob {
  const at = key.indexOf(':');
  return { ...JSON.parse(body), kind: key.slice(0, at), id: key.slice(at + 1) } as IndexJob;
}

/** Returns the index jobs that a change needs. */
export const jobsForChange = ({ documents, assets, hasGap }: Change): readonly IndexJob[] => [
  ...documents.map((document): IndexJob => ({ kind: 'document', ...document })),
  ...assets.map(({ id }): IndexJob => ({ kind: 'asset', id })),
  // A missed event may have been a deletion, which leaves no trace in the content.
  ...(hasGap ? [{ kind: 'reconcile', id: 'documents' } as const] : []),
];
