import { badRequest, noSuchIndex } from '../api/apiError.ts';
import { MAX_INDEX_NAME_BYTES } from '../api/limits.ts';
import {
  checkReplicas,
  checkVirtualSettings,
  copiedSettings,
  forwardedSettings,
  linkReplicas,
  parseReplicas,
  requirePrimary,
} from './replicas.ts';
import { SearchIndex } from './searchIndex.ts';
import { mergeSettings } from './settings.ts';

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
    for (const [name, index] of this.#indices) {
      const copy = copyIndex(index);
      copy.configure(index.settings);
      clone.#indices.set(name, copy);
    }
    linkReplicas(clone.#indices);
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

  /**
   * Merges changes into the settings of an index, and creates the index and its replicas when they do not exist.
   * @param forwards whether the replicas receive the changes too
   * @throws ApiError 400 for an invalid setting
   */
  configure(name: string, changes: unknown, { forwards }: { forwards: boolean }): void {
    const known = this.#indices.get(name);
    const settings = mergeSettings(known?.settings ?? {}, changes);
    const replicas = parseReplicas(settings.replicas);
    checkVirtualSettings(known, changes as object);
    checkReplicas(name, replicas, this.#indices);
    for (const replica of replicas) checkName(replica.name);
    const index = this.getOrCreate(name);
    const earlier = index.replicas;
    index.configure(settings);
    for (const replica of replicas) {
      const isNew = !this.#indices.has(replica.name);
      const target = this.getOrCreate(replica.name);
      if (isNew) copyConfiguration(index, target, COPY_SCOPES);
      if (isNew && replica.isVirtual) target.configure({});
      if (!earlier.includes(target)) target.putAll(index);
    }
    linkReplicas(this.#indices);
    if (!forwards) return;
    for (const replica of index.replicas)
      replica.configure(mergeSettings(replica.settings, forwardedSettings(replica, changes as object)));
  }

  /**
   * Deletes an index, if it exists. Its replicas become independent indices.
   * @throws ApiError 403 for a replica
   */
  delete(name: string): void {
    requirePrimary(this.#indices.get(name), 'a delete request');
    this.#indices.delete(name);
    linkReplicas(this.#indices);
  }

  /**
   * Moves an index over another one, atomically for concurrent searches. The replicas of the other one stay and receive
   * the records. Does nothing when the source does not exist.
   */
  move(from: string, to: string): void {
    checkName(to);
    const index = this.#indices.get(from);
    for (const moved of [index, this.#indices.get(to)]) requirePrimary(moved, 'a move request');
    if (!index || from === to) return;
    if (index.replicas.length > 0)
      throw badRequest(`Index ${from} has replicas and cannot be moved: remove them from its settings`);
    const { replicas } = this.#indices.get(to)?.settings ?? {};
    index.updatedAt = new Date();
    index.configure({ ...copiedSettings(index.settings), ...(replicas && { replicas }) });
    this.#indices.set(to, index);
    this.#indices.delete(from);
    linkReplicas(this.#indices);
    for (const replica of index.replicas) replica.putAll(index);
  }

  /**
   * Copies an index over another one, without its replicas.
   * @param scope copies only these parts into an index that keeps its records; everything when omitted
   */
  copy(from: string, to: string, scope?: readonly CopyScope[]): void {
    checkName(to);
    const source = this.#indices.get(from);
    const target = this.#indices.get(to);
    if (!scope) requirePrimary(target, 'a copy request');
    if (target && target.replicas.length > 0 && from !== to)
      throw badRequest(`Index ${to} has replicas and cannot be the destination of a copy`);
    if (!source || from === to) return;
    if (scope) copyConfiguration(source, this.getOrCreate(to), scope);
    else this.#indices.set(to, copyIndex(source));
    linkReplicas(this.#indices);
  }
}

function copyIndex(source: SearchIndex): SearchIndex {
  const copy = new SearchIndex();
  copyConfiguration(source, copy, COPY_SCOPES);
  copy.putAll(source);
  return copy;
}

function copyConfiguration(source: SearchIndex, target: SearchIndex, scope: readonly CopyScope[]): void {
  if (scope.includes('settings')) {
    const { replicas } = target.settings;
    target.configure({ ...copiedSettings(source.settings), ...(replicas && { replicas }) });
  }
  if (scope.includes('synonyms')) target.synonyms = new Map(source.synonyms);
  if (scope.includes('rules')) target.rules = new Map(source.rules);
}

function checkName(name: string): void {
  if (name === '' || name === '*' || Buffer.byteLength(name) > MAX_INDEX_NAME_BYTES)
    throw badRequest(
      `Invalid index name ${JSON.stringify(name.slice(0, 50))}, expected 1 to ${MAX_INDEX_NAME_BYTES} bytes`,
    );
}
