import { LRUCache } from 'lru-cache';
import type { Document } from './document.ts';
import { isVersion, publishedId } from './document.ts';
import type { Perspective } from './perspective.ts';
import { type DocumentTransition, type TagVisibility, tagsOfChange } from './tags.ts';
import { View } from './view.ts';

/** Number of perspectives whose views are cached. */
const MAX_CACHED_VIEWS = 8;
/** Number of the latest transactions whose ids are known to be used. Sanity forgets none. */
const MAX_TRANSACTION_IDS = 100_000;

/** The change of one document by a transaction, with its mutations. */
export interface DocumentChange extends DocumentTransition {
  /** Mutations in the API's format, each for this document only. */
  mutations: readonly unknown[];
}

/** A committed transaction, as reported to subscribers. */
export interface TransactionEvent {
  transactionId: string;
  /** User of the transaction. */
  identity: string;
  /** ISO 8601, UTC. */
  timestamp: string;
  changes: readonly DocumentChange[];
  /** Sync tags of the responses that may have changed. */
  tags: Record<TagVisibility, string[]>;
}

/** Operations on the documents during a transaction. */
export interface Transaction {
  get(id: string): Document | undefined;
  set(id: string, document: Document | undefined): void;
  /** Returns the ids of all stored versions of a document, the published version first. */
  versionsOf(id: string): string[];
  /** Records a mutation of a document in the API's format, for subscribers. */
  recordMutation(id: string, mutation: unknown): void;
  /** Returns a view that includes the changes of the transaction. */
  view(perspective: Perspective): View;
  /** Returns the changes so far, with the documents before and after. */
  changes(): DocumentTransition[];
}

/** The documents of one dataset, in memory. Stored documents are immutable by convention. */
export class Store {
  #documents = new Map<string, Document>();
  /** Ids of drafts and versions by published id. */
  readonly #versions = new Map<string, Set<string>>();
  readonly #views = new LRUCache<string, { perspective: Perspective; view: View }>({ max: MAX_CACHED_VIEWS });
  /** Ids of committed transactions, the oldest first. */
  readonly #transactionIds = new Set<string>();
  readonly #listeners = new Set<(event: TransactionEvent) => void>();

  /** Replaces all documents without notifying the subscribers. */
  load(documents: Iterable<Document>): void {
    this.#documents = new Map();
    this.#versions.clear();
    this.#views.clear();
    this.#transactionIds.clear();
    for (const document of documents) this.#set(document._id, document);
  }

  /** Returns the document with exactly this id. */
  get(id: string): Document | undefined {
    return this.#documents.get(id);
  }

  /** Returns whether a committed transaction had the id. */
  hasTransaction(id: string): boolean {
    return this.#transactionIds.has(id);
  }

  /** Returns the document with this id, if a perspective shows it. */
  read(id: string, perspective: Perspective): Document | undefined {
    return perspective.resolve(this.#documents, id);
  }

  /** Returns all documents, including drafts and versions. */
  all(): Iterable<Document> {
    return this.#documents.values();
  }

  /** Returns the ids of all stored versions of a document, the published version first. */
  versionsOf(id: string): string[] {
    const published = publishedId(id);
    const unpublished = [...(this.#versions.get(published) ?? [])].sort();
    return this.#documents.has(published) ? [published, ...unpublished] : unpublished;
  }

  /** Returns the documents as a perspective shows them. */
  view(perspective: Perspective): View {
    let cached = this.#views.get(perspective.key);
    if (cached === undefined) {
      const view = new View();
      for (const id of new Set(Array.from(this.#documents.keys(), perspective.visibleId))) {
        const document = perspective.resolve(this.#documents, id);
        if (document !== undefined) view.set(id, document);
      }
      cached = { perspective, view };
      this.#views.set(perspective.key, cached);
    }
    return cached.view;
  }

  /**
   * Runs `work` atomically: when it throws, or `isCommitted` is false, its changes are undone; otherwise the
   * subscribers are notified. It is synchronous, so no other code sees a partial transaction.
   */
  transact<T>(
    transactionId: string,
    isCommitted: boolean,
    work: (transaction: Transaction) => T,
    identity = '<system>',
  ): T {
    const before = new Map<string, Document | undefined>();
    const mutations = new Map<string, unknown[]>();
    const changes = () => [...before].map(([id, old]) => this.#change(id, old));
    const undo = () => {
      for (const [id, document] of before) this.#set(id, document);
    };
    let outcome: T;
    try {
      outcome = work({
        get: (id) => this.#documents.get(id),
        set: (id, document) => {
          if (!before.has(id)) before.set(id, this.#documents.get(id));
          this.#set(id, document);
        },
        recordMutation: (id, mutation) => {
          const recorded = mutations.get(id);
          if (recorded === undefined) mutations.set(id, [mutation]);
          else recorded.push(mutation);
        },
        versionsOf: (id) => this.versionsOf(id),
        view: (perspective) => this.view(perspective),
        changes,
      });
    } catch (error) {
      undo();
      throw error;
    }
    if (isCommitted) this.#rememberTransaction(transactionId);
    if (isCommitted && this.#listeners.size > 0)
      this.#notify(
        { transactionId, identity },
        changes().map((change) => ({ ...change, mutations: mutations.get(change.id) ?? [] })),
      );
    if (!isCommitted) undo();
    return outcome;
  }

  /** Subscribes to later transactions; returns a function that unsubscribes. */
  subscribe(listener: (event: TransactionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #set(id: string, document: Document | undefined): void {
    if (document === undefined) this.#documents.delete(id);
    else this.#documents.set(id, document);
    if (isVersion(id)) this.#updateVersions(id, document !== undefined);
    for (const { perspective, view } of this.#views.values()) {
      const shown = perspective.visibleId(id);
      view.set(shown, perspective.resolve(this.#documents, shown));
    }
  }

  #rememberTransaction(id: string): void {
    this.#transactionIds.add(id);
    const [oldest] = this.#transactionIds;
    if (oldest !== undefined && this.#transactionIds.size > MAX_TRANSACTION_IDS)
      this.#transactionIds.delete(oldest);
  }

  #updateVersions(id: string, exists: boolean): void {
    const published = publishedId(id);
    const versions = this.#versions.get(published) ?? new Set();
    if (exists) versions.add(id);
    else versions.delete(id);
    if (versions.size > 0) this.#versions.set(published, versions);
    else this.#versions.delete(published);
  }

  #change(id: string, before: Document | undefined): DocumentTransition {
    const siblings = this.versionsOf(id)
      .filter((other) => other !== id)
      .map((other) => this.#documents.get(other) as Document);
    return { id, before, after: this.#documents.get(id), siblings };
  }

  #notify(transaction: { transactionId: string; identity: string }, touched: DocumentChange[]): void {
    const changes = touched.filter(({ before, after }) => before !== after);
    if (changes.length === 0) return;
    const tags = changes.map(tagsOfChange);
    const event: TransactionEvent = {
      ...transaction,
      timestamp: new Date().toISOString(),
      changes,
      tags: {
        published: [...new Set(tags.flatMap(({ published }) => published))],
        drafts: [...new Set(tags.flatMap(({ drafts }) => drafts))],
      },
    };
    for (const listener of this.#listeners) listener(event);
  }
}
