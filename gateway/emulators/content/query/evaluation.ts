import { randomUUID } from 'node:crypto';
import { type EvaluateOptions, type ExprNode, evaluateSync } from 'groq-js';
import type { Document } from '../documents/document.ts';
import type { ReadKey } from '../documents/readKeys.ts';
import type { View } from '../documents/view.ts';
import { followReference, linkedDocuments } from './linkedDocuments.ts';
import { readPrepared } from './prepareTree.ts';
import { attributePath, conjuncts, isConstant, replaceNodes } from './syntaxTree.ts';
import { type Traced, Tracer } from './trace.ts';

/**
 * Maximum number of documents read by one query. groq-js cannot be interrupted, so this limit replaces
 * Sanity's limit of one minute: it stops a join of thousands with thousands.
 */
const MAX_DOCUMENTS_READ = 1_000_000;
/** Start of a `_ref` that stands for a sub-query. It is random, so no stored `_ref` starts with it. */
const SUBQUERY = `subquery ${randomUUID()} `;
/** Parameter with `^._id` in a sub-query. No GROQ parameter can have this name. */
const OUTER_ID = 'outer _id';

type Params = Readonly<Record<string, unknown>>;

/**
 * Evaluates one query over the documents of a view. groq-js tests a filter on every document of its dataset,
 * which takes seconds for a sub-query of every row. So each `*[…]`, ordered or not, is replaced before the
 * evaluation:
 *
 * - `*` becomes the documents that match one of the conditions, e.g. the documents of a `_type`, from the index of
 *   the view;
 * - a list that does not depend on the rows around it is evaluated once;
 * - a list that depends only on `^._id` is evaluated once for each id. groq-js calls back only to follow a
 *   reference, so such a list becomes a reference to a sub-query.
 */
export class Evaluation {
  /** Keys of everything the query has read so far. */
  readonly keys = new Set<ReadKey>();
  readonly #view: View;
  readonly #params: Params;
  readonly #options: EvaluateOptions;
  readonly #subqueries: ExprNode[] = [];
  readonly #subqueryResults = new Map<string, readonly Document[]>();
  /** The documents with an attribute `then`, by their proxies. */
  readonly #withThen = new WeakMap<object, Document>();
  #documentsRead = 0;

  constructor(view: View, params: Params, sanity: { projectId: string; dataset: string }) {
    this.#view = view;
    this.#params = params;
    const dereference = ({ _ref }: { _ref: string }) => this.#dereference(_ref) as Document | undefined;
    this.#options = { sanity, dataset: [], timestamp: new Date(), dereference };
  }

  /** @throws Error for a query that groq-js cannot evaluate or that reads too many documents */
  evaluate(tree: ExprNode): unknown {
    return this.#evaluate(this.#replaceLists(tree), this.#params);
  }

  /** Evaluates a query again, and finds out where its values come from. */
  trace(tree: ExprNode): Traced {
    this.#documentsRead = 0;
    const tracer = new Tracer({
      evaluate: (part) => this.#evaluate(part, this.#params),
      isDocument: (value): value is Document => {
        const id = (value as Partial<Document> | null | undefined)?._id;
        if (typeof id !== 'string') return false;
        return this.#view.get(id) === (this.#withThen.get(value as Document) ?? value);
      },
    });
    return tracer.trace(this.#replaceLists(tree));
  }

  #evaluate(tree: ExprNode, params: Params): unknown {
    return evaluateSync(tree, { ...this.#options, params }).data;
  }

  #replaceLists(tree: ExprNode): ExprNode {
    return replaceNodes(tree, (node) => {
      if (!isList(node)) return undefined;
      return this.#replaceList(
        replaceNodes(node, (part, { scopes }) => (scopes > 0 ? this.#replaceLists(part) : undefined)),
      );
    });
  }

  /** Returns the expression that replaces a list, whose inner lists are replaced already. */
  #replaceList(list: ExprNode): ExprNode {
    const subquery = bindOuterId(list);
    if (!isConstant(subquery)) return this.#narrowed(list, this.#params);
    const ref: ExprNode = { type: 'Value', value: `${SUBQUERY}${this.#subqueries.push(subquery) - 1} ` };
    if (isConstant(list)) return followReference(ref);
    const id: ExprNode = { type: 'AccessAttribute', name: '_id' };
    const reference = followReference({ type: 'OpCall', op: '+', left: ref, right: id });
    // An outer value without `_id` gives no such reference.
    const args = [reference, this.#narrowed(list, this.#params)];
    return { type: 'FuncCall', namespace: 'global', name: 'coalesce', args };
  }

  /** Follows a reference: to a document, a value of a prepared query, or the result of a sub-query for one outer `_id`. */
  #dereference(ref: string): unknown {
    if (!ref.startsWith(SUBQUERY)) return readPrepared(ref) ?? this.#hideThen(this.#read([`doc:${ref}`])[0]);
    let documents = this.#subqueryResults.get(ref);
    if (documents === undefined) {
      const [number, ...id] = ref.slice(SUBQUERY.length).split(' ');
      const subquery = this.#subqueries[Number(number)] as ExprNode;
      const params = { ...this.#params, [OUTER_ID]: id.join(' ') };
      documents = this.#evaluate(this.#narrowed(subquery, params), params) as Document[];
      this.#subqueryResults.set(ref, documents);
    }
    this.#count(documents);
    return documents;
  }

  /** Returns the document so that groq-js does not take it for a promise, which it recognises by `'then' in value`. */
  #hideThen(document: Document | undefined): Document | undefined {
    if (document === undefined || !Object.hasOwn(document, 'then')) return document;
    const proxy = new Proxy(document, { has: (target, key) => key !== 'then' && Reflect.has(target, key) });
    this.#withThen.set(proxy, document);
    return proxy;
  }

  /** Returns the list over the documents that match its most selective condition. */
  #narrowed(list: ExprNode, params: Params): ExprNode {
    if (list.type === 'PipeFuncCall') return { ...list, base: this.#narrowed(list.base, params) };
    const conditions = list.type === 'Filter' ? conjuncts(list.expr) : [];
    const [best] = conditions
      .map((condition) => this.#matches(condition, params))
      .filter((matches) => matches !== undefined)
      .sort((a, b) => a.count - b.count);
    // Each condition is a filter of its own: groq-js evaluates both sides of `&&`.
    return conditions
      .filter((condition) => condition !== best?.condition)
      .reduce(
        (base, expr): ExprNode => ({ type: 'Filter', base, expr }),
        best?.documents ?? this.#documents(['all']),
      );
  }

  /** Returns the documents that match a condition, if an index or the outer value determines them. */
  #matches(condition: ExprNode, params: Params) {
    const linked = linkedDocuments(condition);
    if (linked !== undefined) return { condition, documents: linked, count: 0 };
    const keys = matchingKeys(condition, (constant) => this.#evaluate(constant, params));
    return keys && { condition, documents: this.#documents(keys), count: this.#view.count(keys) };
  }

  /** Returns a literal that reads its documents when groq-js evaluates it. */
  #documents(keys: readonly ReadKey[]): ExprNode {
    const read = () => this.#read(keys);
    return {
      type: 'Value',
      get value() {
        return read();
      },
    };
  }

  #read(keys: readonly ReadKey[]): readonly Document[] {
    for (const key of keys) this.keys.add(key);
    const documents = this.#view.find(keys);
    this.#count(documents);
    return documents;
  }

  #count(documents: readonly Document[]): void {
    this.#documentsRead += documents.length;
    if (this.#documentsRead > MAX_DOCUMENTS_READ)
      throw new Error(
        `query is too complex: it reads more than ${MAX_DOCUMENTS_READ} documents; filter by _type, _id, slug.current or references()`,
      );
  }
}

/** Returns whether a node is `*` or `*[…]`, ordered or not. */
function isList(node: ExprNode): boolean {
  if (node.type === 'PipeFuncCall')
    return node.name === 'order' && node.base.type !== 'PipeFuncCall' && isList(node.base);
  return node.type === 'Everything' || (node.type === 'Filter' && node.base.type === 'Everything');
}

/** Replaces `^._id` in a list with a parameter. */
function bindOuterId(list: ExprNode): ExprNode {
  return replaceNodes(list, (node, { scopes }) =>
    scopes > 0 && attributePath(node) === `${'^.'.repeat(scopes)}_id`
      ? { type: 'Parameter', name: OUTER_ID }
      : undefined,
  );
}

/** The indexed attributes and their kinds of keys. */
const INDEXED: ReadonlyMap<string, 'type' | 'doc' | 'slug'> = new Map([
  ['_type', 'type'],
  ['_id', 'doc'],
  ['slug.current', 'slug'],
]);

/**
 * Returns the keys of exactly the documents that match a condition: `attribute == constant`, `attribute in
 * constant` or `references(constant)`.
 * @param evaluate returns the value of a constant
 * @returns `undefined` for a condition that must be tested on every document
 */
function matchingKeys(
  condition: ExprNode,
  evaluate: (constant: ExprNode) => unknown,
): readonly ReadKey[] | undefined {
  if (condition.type === 'FuncCall' && condition.name === 'references') {
    if (!condition.args.every(isConstant)) return undefined;
    const ids = condition.args.flatMap(evaluate).filter((id) => typeof id === 'string');
    return ids.map((id) => `ref:${id}` as const);
  }
  if (condition.type !== 'OpCall' || (condition.op !== '==' && condition.op !== 'in')) return undefined;
  const { op, left, right } = condition;
  const [attribute, constant] = op === '==' && isConstant(left) ? [right, left] : [left, right];
  const kind = INDEXED.get(attributePath(attribute) ?? '');
  if (kind === undefined || !isConstant(constant)) return undefined;
  const values = op === '==' ? [evaluate(constant)] : evaluate(constant);
  // The indexes contain only strings. For example, `null` also matches documents without the attribute.
  const isIndexed = Array.isArray(values) && values.every((value) => typeof value === 'string');
  return isIndexed ? values.map((value) => `${kind}:${value}` as const) : undefined;
}
