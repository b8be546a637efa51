import { LRUCache } from 'lru-cache';
import { type Document, factsOf, refAt } from './document.ts';

/** Orders kept sorted per view; each is made again after a change to a document of its type. */
const MOST_ORDERS = 64;

/** The documents that one perspective shows, with the indexes that queries are answered from. */
export class View {
  readonly #documents = new Map<string, Document>();
  readonly #byType = new Map<string, Set<string>>();
  readonly #bySlug = new Map<string, Set<string>>();
  readonly #byRef = new Map<string, Set<string>>();
  readonly #byRefAt = new Map<string, Set<string>>();
  #all: Document[] | undefined;
  readonly #ofType = new Map<string, Document[]>();
  readonly #orders = new LRUCache<string, { type: string; rows: Document[]; rank: Map<string, number> }>({
    max: MOST_ORDERS,
  });

  get(id: string): Document | undefined {
    return this.#documents.get(id);
  }

  /** Puts a document in its place, or takes it away. */
  set(id: string, document: Document | undefined): void {
    const before = this.#documents.get(id);
    if (before === document) return;
    if (before !== undefined) this.#index(id, before, remove);
    if (document === undefined) this.#documents.delete(id);
    else {
      this.#documents.set(id, document);
      this.#index(id, document, add);
    }
    this.#all = undefined;
  }

  /** Every document, by id. */
  all(): Document[] {
    this.#all ??= this.#inOrder(this.#documents.keys());
    return this.#all;
  }

  /** The documents of a type, by id. */
  ofType(type: string): Document[] {
    let rows = this.#ofType.get(type);
    if (rows === undefined) {
      rows = this.#inOrder(this.#byType.get(type) ?? []);
      this.#ofType.set(type, rows);
    }
    return rows;
  }

  /** The ids of the documents with this `slug.current`. */
  withSlug(slug: string): Iterable<string> {
    return this.#bySlug.get(slug) ?? [];
  }

  /** The ids of the documents that refer to this one. */
  referringTo(id: string): Iterable<string> {
    return this.#byRef.get(id) ?? [];
  }

  /** The ids of the documents that refer to this one from a place such as `credits[].person`. */
  referringAt(path: string, id: string): Iterable<string> {
    return this.#byRefAt.get(refAt(path, id)) ?? [];
  }

  /**
   * The documents of a type in an order, and each one's place in it; sorted once, until one of them changes.
   * @param sort is called with the documents by id, and must be stable
   */
  inOrder(type: string, order: string, sort: (rows: Document[]) => Document[]) {
    const key = `${type}\u0000${order}`;
    let known = this.#orders.get(key);
    if (known === undefined) {
      const rows = sort(this.ofType(type));
      known = { type, rows, rank: new Map(rows.map(({ _id }, place) => [_id, place])) };
      this.#orders.set(key, known);
    }
    return known;
  }

  #inOrder(ids: Iterable<string>): Document[] {
    return [...ids].sort().map((id) => this.#documents.get(id) as Document);
  }

  #index(id: string, document: Document, change: typeof add): void {
    const { type, slug, refs, refsAt } = factsOf(document);
    change(this.#byType, type, id);
    if (slug !== undefined) change(this.#bySlug, slug, id);
    for (const ref of refs) change(this.#byRef, ref, id);
    for (const ref of refsAt) change(this.#byRefAt, ref, id);
    this.#ofType.delete(type);
    for (const [key, order] of this.#orders.entries()) if (order.type === type) this.#orders.delete(key);
  }
}

function add(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key);
  if (ids === undefined) index.set(key, new Set([id]));
  else ids.add(id);
}

function remove(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key);
  ids?.delete(id);
  if (ids?.size === 0) index.delete(key);
}
