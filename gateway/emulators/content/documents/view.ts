import type { Document } from './document.ts';
import { keysOf, type ReadKey } from './readKeys.ts';

/** The documents of one perspective, indexed by their keys. */
export class View {
  readonly #documents = new Map<string, Document>();
  readonly #ids = new Map<ReadKey, Set<string>>();
  /** Cached results of `find` for one key, until a document with that key changes. */
  readonly #found = new Map<ReadKey, readonly Document[]>();

  get(id: string): Document | undefined {
    return this.#documents.get(id);
  }

  /** Sets the document with the id; `undefined` removes it. */
  set(id: string, document: Document | undefined): void {
    const before = this.#documents.get(id);
    if (before === document) return;
    for (const key of before ? keysOf(before) : []) {
      this.#ids.get(key)?.delete(id);
      this.#found.delete(key);
    }
    if (document === undefined) this.#documents.delete(id);
    else this.#documents.set(id, document);
    for (const key of document ? keysOf(document) : []) {
      const ids = this.#ids.get(key);
      if (ids === undefined) this.#ids.set(key, new Set([id]));
      else ids.add(id);
      this.#found.delete(key);
    }
  }

  /** Returns the documents with one of the keys, in the order of their ids. */
  find(keys: readonly ReadKey[]): readonly Document[] {
    const [key] = keys;
    if (key === undefined || keys.length > 1)
      return this.#sorted(new Set(keys.flatMap((one) => [...(this.#ids.get(one) ?? [])])));
    const found = this.#found.get(key) ?? this.#sorted(this.#ids.get(key) ?? []);
    this.#found.set(key, found);
    return found;
  }

  /** Returns the number of documents with the keys; a document counts once for each of its keys. */
  count(keys: readonly ReadKey[]): number {
    return keys.reduce((sum, key) => sum + (this.#ids.get(key)?.size ?? 0), 0);
  }

  #sorted(ids: Iterable<string>): readonly Document[] {
    return [...ids].sort().map((id) => this.#documents.get(id) as Document);
  }
}
