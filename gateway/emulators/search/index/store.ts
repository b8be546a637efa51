import { badRequest, noSuchIndex } from '../api/apiError.ts';
import { MAX_INDEX_NAME_BYTES } from '../api/limits.ts';
import { SearchIndex } from './searchIndex.ts';

/** Parts of an index that `operation` can copy separately. */
export const COPY_SCOPES = ['settings', 'synonyms', 'rules'] as const;
export type CopyScope = (typeof COPY_SCOPES)[number];

/** The indices of the application. */
export class IndexStore {
  readonly #indices = new Map<string, SearchIndex>();

  /** All indices, in alphabetical order. */
  get all(): [string, SearchIndex][] {
    return [...this.#indices].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Returns a copy, whose indices change independently. */
  clone(): IndexStore {
    const clone = new IndexStore();
    for (const [name, index] of this.#indices) clone.#indices.set(name, copyIndex(index));
    return clone;
  }

  /** Deletes all indices. */
  clear(): void {
    this.#indices.clear();
  }

  find(name: string): SearchIndex | undefined {
    return this.#indices.get(name);
  }

  /** @throws ApiError 404 when the index does not exist */
  get(name: string): SearchIndex {
    const index = this.#indices.get(name);
    if (!index) throw noSuchIndex(name);
    return index;
  }

  /**
   * Returns the index for a write and creates it when it does not exist.
   * @throws ApiError 400 for an invalid name
   */
  getOrCreate(name: string): SearchIndex {
    checkName(name);
    let index = this.#indices.get(name);
    if (!index) {
      index = new SearchIndex();
      this.#indices.set(name, index);
    }
    return index;
  }

  /** Deletes an index, if it exists. */
  delete(name: string): void {
    this.#indices.delete(name);
  }

  /**
   * Moves an index over another one, atomically for concurrent searches. Does nothing when the source does
   * not exist.
   */
  move(from: string, to: string): void {
    checkName(to);
    const index = this.#indices.get(from);
    if (!index || from === to) return;
    index.updatedAt = new Date();
    this.#indices.set(to, index);
    this.#indices.delete(from);
  }

  /**
   * Copies an index over another one.
   * @param scope copies only these parts into an index that keeps its records; everything when omitted
   */
  copy(from: string, to: string, scope?: readonly CopyScope[]): void {
    checkName(to);
    const source = this.#indices.get(from);
    if (!source || from === to) return;
    if (scope) copyConfiguration(source, this.getOrCreate(to), scope);
    else this.#indices.set(to, copyIndex(source));
  }
}

function copyIndex(source: SearchIndex): SearchIndex {
  const copy = new SearchIndex();
  copyConfiguration(source, copy, COPY_SCOPES);
  for (const record of source.records) if (record) copy.put(record);
  return copy;
}

function copyConfiguration(source: SearchIndex, target: SearchIndex, scope: readonly CopyScope[]): void {
  if (scope.includes('settings')) target.configure({ ...source.settings });
  if (scope.includes('synonyms')) {
    target.synonyms.clear();
    target.synonyms.save(source.synonyms.all);
  }
  if (scope.includes('rules')) {
    target.rules.clear();
    target.rules.save(source.rules.all);
  }
}

function checkName(name: string): void {
  if (name === '' || name === '*' || Buffer.byteLength(name) > MAX_INDEX_NAME_BYTES)
    throw badRequest(
      `Invalid index name ${JSON.stringify(name.slice(0, 50))}, expected 1 to ${MAX_INDEX_NAME_BYTES} bytes`,
    );
}
