import { type ExprNode, evaluateSync } from 'groq-js';
import type { Document } from './document.ts';
import type { Node } from './groqTree.ts';
import type { Lookup } from './lookup.ts';
import type { Perspective } from './perspective.ts';
import { type ReadKey, tagsOfRead } from './tags.ts';
import type { View } from './view.ts';

/**
 * Rows that may pass through the hands of one query. The evaluator cannot be interrupted, so this stands
 * for Sanity's limit of a minute: a join of thousands with thousands ends here.
 */
const MOST_ROWS = 1_000_000;

/** An order that depends on nothing but the rows. */
export interface RowOrder {
  args: Node[];
}

/** A look-up whose values are known; they are undefined when no index can serve them. */
export type Wanted = Pick<Lookup, 'by' | 'path'> & { values: readonly string[] | undefined };

/** One query being answered: its access to the documents, and the memory of what it has read. */
export class Reading {
  readonly params: Record<string, unknown>;
  readonly #view: View;
  readonly #perspective: Perspective;
  readonly #keys = new Set<ReadKey>();
  readonly #timestamp = new Date();
  readonly #sanity: { projectId: string; dataset: string };
  #rows = 0;

  constructor(
    view: View,
    perspective: Perspective,
    params: Record<string, unknown>,
    sanity: { projectId: string; dataset: string },
  ) {
    this.#view = view;
    this.#perspective = perspective;
    this.params = params;
    this.#sanity = sanity;
  }

  /** The sync tags of all that has been read so far. */
  tags(): string[] {
    return tagsOfRead(this.#perspective.audience, this.#keys, (id) => this.#view.get(id)?._type);
  }

  /** The value of a tree outside any row; `follow` answers `->`. */
  evaluate(tree: Node, follow: (ref: string) => unknown): unknown {
    return evaluateSync(tree as unknown as ExprNode, {
      params: this.params,
      dataset: [],
      timestamp: this.#timestamp,
      sanity: this.#sanity,
      dereference: ({ _ref }) => follow(_ref) as Document | undefined,
    }).data;
  }

  /** The document a reference leads to. */
  document(id: string): Document | undefined {
    this.#keys.add(`doc:${id}`);
    this.count(1);
    return this.#view.get(id);
  }

  /** The rows of these types that one of the look-ups finds; undefined when an index cannot tell. */
  found(
    types: readonly string[] | undefined,
    wanted: readonly Wanted[],
    order: RowOrder | undefined,
  ): Document[] | undefined {
    const ids = new Set<string>();
    for (const { by, path, values } of wanted) {
      if (values === undefined) return undefined;
      for (const value of values) for (const id of this.#find(by, path, value, types)) ids.add(id);
    }
    const rows: Document[] = [];
    for (const id of ids) {
      const document = this.#view.get(id);
      if (document !== undefined && (types === undefined || types.includes(document._type)))
        rows.push(document);
    }
    this.count(rows.length);
    return this.#sort(rows, types, order);
  }

  /** Counts rows handed to the evaluator. @throws Error when the query asks for too many */
  count(rows: number): void {
    this.#rows += rows;
    if (this.#rows > MOST_ROWS)
      throw new Error(
        `query is too complex: it reads more than ${MOST_ROWS} rows; filter by _type, _id, slug.current or references()`,
      );
  }

  /** All rows of these types. */
  scan(types: readonly string[] | undefined, order: RowOrder | undefined): Document[] {
    let rows: Document[];
    if (types === undefined) {
      this.#keys.add('all');
      rows = this.#view.all();
    } else {
      for (const type of types) this.#keys.add(`type:${type}`);
      const [only] = types;
      if (types.length === 1 && only !== undefined)
        rows = order === undefined ? this.#view.ofType(only) : this.#ordered(only, order).rows;
      else rows = types.flatMap((type) => this.#view.ofType(type)).sort(byId);
    }
    this.count(rows.length);
    return rows;
  }

  #find(
    by: Lookup['by'],
    path: string,
    value: string,
    types: readonly string[] | undefined,
  ): Iterable<string> {
    if (by === 'id') {
      this.#keys.add(`doc:${value}`);
      return [value];
    }
    for (const type of types ?? ['*']) this.#keys.add(`${by === 'slug' ? 'slug' : 'ref'}:${type}:${value}`);
    if (by === 'slug') return this.#view.withSlug(value);
    return by === 'ref' ? this.#view.referringTo(value) : this.#view.referringAt(path, value);
  }

  #sort(rows: Document[], types: readonly string[] | undefined, order: RowOrder | undefined): Document[] {
    const type = types?.[0];
    if (order === undefined || type === undefined || rows.length < 2) return rows.sort(byId);
    const { rank } = this.#ordered(type, order);
    return rows.sort((a, b) => (rank.get(a._id) as number) - (rank.get(b._id) as number));
  }

  #ordered(type: string, { args }: RowOrder) {
    return this.#view.inOrder(type, JSON.stringify(args), (rows) => {
      const tree: Node = { type: 'PipeFuncCall', name: 'order', base: { type: 'Value', value: rows }, args };
      return this.evaluate(tree, () => undefined) as Document[];
    });
  }
}

function byId(a: Document, b: Document): number {
  return a._id < b._id ? -1 : 1;
}
