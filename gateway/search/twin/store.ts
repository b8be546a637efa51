import { LONGEST_INDEX_NAME } from './limits.ts';
import { badRequest, noSuchIndex } from './refusal.ts';
import { SearchIndex } from './searchIndex.ts';

/** What `operation` copies instead of everything. */
export const SCOPES = ['settings', 'synonyms', 'rules'] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * The indices of the application. Writes are done when their request is answered, and their tasks are published at
 * once: a client that waits waits for nothing, and one that does not wait would have to.
 */
export class Store {
  readonly #indices = new Map<string, SearchIndex>();
  #lastTask = 0;

  /** By name, in alphabetical order. */
  get all(): [string, SearchIndex][] {
    return [...this.#indices].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** Forgets everything. Task ids go on, so that a task of before is never mistaken for a later one. */
  reset(): void {
    this.#indices.clear();
  }

  /** The id of a write's task; ids only grow. */
  newTask(): number {
    this.#lastTask += 1;
    return this.#lastTask;
  }

  /** Whether a task with this id was ever given out: then it is done. */
  isPublished(task: number): boolean {
    return task <= this.#lastTask;
  }

  find(name: string): SearchIndex | undefined {
    return this.#indices.get(name);
  }

  /** @throws Refusal 404 when there is no such index */
  get(name: string): SearchIndex {
    const index = this.#indices.get(name);
    if (!index) throw noSuchIndex(name);
    return index;
  }

  /**
   * The index a write goes to; the first write makes it.
   * @throws Refusal 400 for a name that cannot be one
   */
  forWriting(name: string): SearchIndex {
    checkName(name);
    let index = this.#indices.get(name);
    if (!index) {
      index = new SearchIndex();
      this.#indices.set(name, index);
    }
    return index;
  }

  /** Deletes an index; nothing happens when there is none. */
  delete(name: string): void {
    this.#indices.delete(name);
  }

  /**
   * Moves an index over another, in one step for those who search meanwhile.
   * Of an index that does not exist nothing is moved.
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
   * Copies an index over another.
   * @param scope only these parts, into an index that keeps its records; all when absent
   */
  copy(from: string, to: string, scope?: readonly Scope[]): void {
    checkName(to);
    const source = this.#indices.get(from);
    if (!source || from === to) return;
    const target = scope ? this.forWriting(to) : new SearchIndex();
    if (!scope || scope.includes('settings')) target.configure({ ...source.settings });
    if (!scope || scope.includes('synonyms')) {
      target.synonyms.clear();
      target.synonyms.save(source.synonyms.all);
    }
    if (!scope || scope.includes('rules')) {
      target.rules.clear();
      target.rules.save(source.rules.all);
    }
    if (scope) return;
    for (const record of source.records) if (record) target.put(record);
    this.#indices.set(to, target);
  }
}

function checkName(name: string): void {
  if (name === '' || name === '*' || Buffer.byteLength(name) > LONGEST_INDEX_NAME)
    throw badRequest(
      `Invalid index name ${JSON.stringify(name.slice(0, 50))}, expected 1 to ${LONGEST_INDEX_NAME} bytes`,
    );
}
