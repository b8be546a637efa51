import { LRUCache } from 'lru-cache';
import type { Document } from './document.ts';
import { isPublished, publishedId } from './document.ts';
import type { Perspective } from './perspective.ts';
import { type Audience, type Change, tagsOfChange } from './tags.ts';
import { View } from './view.ts';

/** Perspectives kept indexed at a time. */
const MOST_VIEWS = 8;

/** What a transaction did to one document, and by which mutations. */
export interface DocumentChange extends Change {
  /** As on the wire, each about this document alone. */
  mutations: readonly unknown[];
}

/** A committed transaction, as those who follow the dataset are told. */
export interface TransactionEvent {
  transactionId: string;
  /** Who did it, as the service names users. */
  identity: string;
  /** ISO 8601, UTC. */
  timestamp: string;
  changes: readonly DocumentChange[];
  /** The sync tags whose answers may have changed. */
  tags: Record<Audience, string[]>;
}

/** What may be done to the documents while a transaction is open. */
export interface Transaction {
  get(id: string): Document | undefined;
  set(id: string, document: Document | undefined): void;
  /** Keeps a mutation of a document for those who are told; the wire's own shape. */
  note(id: string, mutation: unknown): void;
  /** Sees what the transaction has done so far. */
  view(perspective: Perspective): View;
  /** What has been touched so far, with what was there before. */
  changes(): Change[];
}

/** The documents of one dataset, in memory. Stored documents are frozen by agreement: nobody changes one in place. */
export class Store {
  #documents = new Map<string, Document>();
  /** The stored ids that are not published ones, by the published id of which they are versions. */
  readonly #versions = new Map<string, Set<string>>();
  readonly #views = new LRUCache<string, { perspective: Perspective; view: View }>({ max: MOST_VIEWS });
  readonly #listeners = new Set<(event: TransactionEvent) => void>();

  /** Replaces everything; nobody is told. */
  load(documents: Iterable<Document>): void {
    this.#documents = new Map();
    this.#versions.clear();
    this.#views.clear();
    for (const document of documents) this.#set(document._id, document);
  }

  /** The document stored under exactly this id. */
  get(id: string): Document | undefined {
    return this.#documents.get(id);
  }

  /** Every document of every version. */
  all(): Iterable<Document> {
    return this.#documents.values();
  }

  /** Every id under which a version of the document is stored, the published first. */
  versionsOf(id: string): string[] {
    const published = publishedId(id);
    const others = [...(this.#versions.get(published) ?? [])].sort();
    return this.#documents.has(published) ? [published, ...others] : others;
  }

  /** The dataset as a perspective shows it. */
  view(perspective: Perspective): View {
    let known = this.#views.get(perspective.key);
    if (known === undefined) {
      const view = new View();
      for (const id of new Set(Array.from(this.#documents.keys(), perspective.shownAs))) {
        const document = perspective.resolve(this.#documents, id);
        if (document !== undefined) view.set(id, document);
      }
      known = { perspective, view };
      this.#views.set(perspective.key, known);
    }
    return known.view;
  }

  /**
   * Runs `work` as one whole: when it throws, or `keep` is false, nothing has happened; otherwise followers are told.
   * It is synchronous, so that nobody sees a transaction half done.
   */
  transact<T>(
    transactionId: string,
    keep: boolean,
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
        note: (id, mutation) => {
          const noted = mutations.get(id);
          if (noted === undefined) mutations.set(id, [mutation]);
          else noted.push(mutation);
        },
        view: (perspective) => this.view(perspective),
        changes,
      });
    } catch (error) {
      undo();
      throw error;
    }
    if (keep && this.#listeners.size > 0)
      this.#tell(
        { transactionId, identity },
        changes().map((change) => ({ ...change, mutations: mutations.get(change.id) ?? [] })),
      );
    if (!keep) undo();
    return outcome;
  }

  /** Tells of every transaction from now on; the function returned ends that. */
  subscribe(listener: (event: TransactionEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #set(id: string, document: Document | undefined): void {
    if (document === undefined) this.#documents.delete(id);
    else this.#documents.set(id, document);
    if (!isPublished(id)) this.#noteVersion(id, document !== undefined);
    for (const { perspective, view } of this.#views.values()) {
      const shown = perspective.shownAs(id);
      view.set(shown, perspective.resolve(this.#documents, shown));
    }
  }

  #noteVersion(id: string, exists: boolean): void {
    const published = publishedId(id);
    const versions = this.#versions.get(published) ?? new Set();
    if (exists) versions.add(id);
    else versions.delete(id);
    if (versions.size > 0) this.#versions.set(published, versions);
    else this.#versions.delete(published);
  }

  #change(id: string, before: Document | undefined): Change {
    const siblings = this.versionsOf(id)
      .filter((other) => other !== id)
      .map((other) => this.#documents.get(other) as Document);
    return { id, before, after: this.#documents.get(id), siblings };
  }

  #tell(by: { transactionId: string; identity: string }, touched: DocumentChange[]): void {
    const changes = touched.filter(({ before, after }) => before !== after);
    if (changes.length === 0) return;
    const tags = changes.map(tagsOfChange);
    const event: TransactionEvent = {
      ...by,
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
