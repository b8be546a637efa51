import type { ExprNode } from 'groq-js';
import type { Document } from '../documents/document.ts';

/** A value of a query. It is found in a document, built from other values, or computed. */
export interface Traced {
  readonly value: unknown;
  /** Where the document has the value. */
  readonly origin?: Origin;
  /** The values of a new array. */
  readonly items?: readonly Traced[];
  /** The values of a new object. */
  readonly attributes?: ReadonlyMap<string, Traced>;
}

/** A place in a document: attribute names and indexes of arrays, from the root. */
interface Origin {
  readonly document: Document;
  readonly path: readonly (string | number)[];
}

/** What `@` and `^` stand for in an expression. */
interface Scope {
  readonly traced: Traced;
  readonly parent?: Scope;
  /** Whether `^` skips the scope, because `[]` opens it. */
  readonly isHidden?: boolean;
}

/** Evaluates expressions whose values are not traced. */
interface Evaluator {
  /** Returns the value of an expression outside of all scopes. */
  evaluate(tree: ExprNode): unknown;
  /** Returns whether a value is a whole document of the dataset. */
  isDocument(value: unknown): value is Document;
}

const NULL: Traced = { value: null };
const ROOT: Scope = { traced: NULL };
/** Functions of one argument whose results Sanity traces to the argument. */
const TRACED_FUNCTIONS = ['global::lower', 'global::upper', 'string::lower', 'string::upper', 'pt::text'];

/**
 * Finds out where the values of a query come from. groq-js has no source maps, so this class evaluates the expressions that
 * move values: attributes, projections, slices, filters, orders, `select` and `coalesce`. groq-js evaluates all other expressions,
 * e.g. conditions. Their results have no origin, unless they are whole documents, as the results of `*` and `->` are.
 */
export class Tracer {
  readonly #evaluator: Evaluator;

  constructor(evaluator: Evaluator) {
    this.#evaluator = evaluator;
  }

  trace(node: ExprNode, scope = ROOT): Traced {
    switch (node.type) {
      case 'This':
        return scope.traced;
      case 'Parent':
        return parentOf(scope, node.n)?.traced ?? NULL;
      case 'Group':
        return this.trace(node.base, scope);
      case 'AccessAttribute':
        return attributeOf(node.base ? this.trace(node.base, scope) : scope.traced, node.name);
      case 'ArrayCoerce':
        return arrayOf(this.trace(node.base, scope));
      case 'AccessElement':
      case 'Slice':
        return this.#selected(node, scope);
      case 'Filter':
      case 'PipeFuncCall':
        return this.#rearranged(node.base, (base) => ({ ...node, base }), scope);
      case 'Projection':
        return this.#projected(node, scope);
      case 'Map':
      case 'FlatMap':
        return this.#mapped(node, scope);
      case 'Object':
        return this.#object(node, scope);
      case 'Array':
        return this.#array(node, scope);
      case 'Select':
        return this.#alternative(node, scope);
      case 'FuncCall':
        return this.#call(node, scope);
      default:
        return this.#found(this.#evaluate(node, scope));
    }
  }

  /** Traces `[0]` and `[0...3]` by the indexes that they select. */
  #selected(node: NodeOf<'AccessElement' | 'Slice'>, scope: Scope): Traced {
    const items = itemsOf(this.trace(node.base, scope)) ?? [];
    const indexes = this.#evaluate({ ...node, base: literal([...items.keys()]) }, ROOT);
    if (Array.isArray(indexes)) return listOf(indexes.map((index) => items[index] ?? NULL));
    return items[indexes as number] ?? NULL;
  }

  /** Traces an expression that selects or orders the values of an array. Equal values stay in their order. */
  #rearranged(base: ExprNode, withBase: (base: ExprNode) => ExprNode, scope: Scope): Traced {
    const items = itemsOf(this.trace(base, scope));
    if (items === undefined) return NULL;
    const values = this.#evaluate(withBase(literal(items.map(({ value }) => value))), scope);
    if (!Array.isArray(values)) return { value: values };
    const unused = Map.groupBy(items, ({ value }) => value);
    return listOf(values.map((value) => unused.get(value)?.shift() ?? { value }));
  }

  #projected({ base, expr }: NodeOf<'Projection'>, scope: Scope): Traced {
    const traced = this.trace(base, scope);
    return isObject(traced.value) ? this.trace(expr, nested(scope, { traced })) : NULL;
  }

  #mapped({ type, base, expr }: NodeOf<'Map' | 'FlatMap'>, scope: Scope): Traced {
    const mapped = itemsOf(this.trace(base, scope))?.map((traced) =>
      this.trace(expr, nested(scope, { traced, isHidden: true })),
    );
    return listOf(type === 'Map' ? mapped : mapped?.flatMap((traced) => itemsOf(traced) ?? [traced]));
  }

  #object({ attributes: nodes }: NodeOf<'Object'>, scope: Scope): Traced {
    const attributes = new Map<string, Traced>();
    for (const node of nodes) {
      if (node.type === 'ObjectConditionalSplat' && this.#evaluate(node.condition, scope) !== true) continue;
      const traced = this.trace(node.value, scope);
      const added =
        node.type === 'ObjectAttributeValue' ? [[node.name, traced] as const] : attributesOf(traced);
      for (const [name, value] of added) attributes.set(name, value);
    }
    const entries = Array.from(attributes, ([name, { value }]) => [name, value] as const);
    return { value: Object.fromEntries(entries), attributes };
  }

  #array({ elements }: NodeOf<'Array'>, scope: Scope): Traced {
    return listOf(
      elements.flatMap(({ value, isSplat }) => {
        const traced = this.trace(value, scope);
        return isSplat ? (itemsOf(traced) ?? []) : [traced];
      }),
    );
  }

  #alternative({ alternatives, fallback }: NodeOf<'Select'>, scope: Scope): Traced {
    const chosen = alternatives.find(({ condition }) => this.#evaluate(condition, scope) === true);
    const value = chosen?.value ?? fallback;
    return value ? this.trace(value, scope) : NULL;
  }

  #call(node: NodeOf<'FuncCall'>, scope: Scope): Traced {
    const name = `${node.namespace}::${node.name}`;
    const [argument] = node.args;
    if (name === 'global::coalesce') return this.#coalesced(node.args, scope);
    if (argument && (name === 'array::compact' || name === 'array::unique'))
      return this.#rearranged(argument, (base) => ({ ...node, args: [base] }), scope);
    const value = this.#evaluate(node, scope);
    if (!argument || !(TRACED_FUNCTIONS.includes(name) || name === 'global::string'))
      return this.#found(value);
    const traced = this.trace(argument, scope);
    // Sanity traces `string()` of numbers only.
    const isTraced = name !== 'global::string' || typeof traced.value === 'number';
    return traced.origin && isTraced ? { value, origin: traced.origin } : { value };
  }

  #coalesced(args: readonly ExprNode[], scope: Scope): Traced {
    for (const arg of args) {
      const traced = this.trace(arg, scope);
      if (traced.value !== null && traced.value !== undefined) return traced;
    }
    return NULL;
  }

  /** Traces a value of groq-js, which has the documents of the dataset themselves, not copies. */
  #found(value: unknown): Traced {
    if (Array.isArray(value)) return { value, items: value.map((item) => this.#found(item)) };
    return this.#evaluator.isDocument(value) ? { value, origin: { document: value, path: [] } } : { value };
  }

  /** Evaluates an expression within scopes: groq-js opens scopes for projections, and hidden scopes for `[]`. */
  #evaluate(expr: ExprNode, { traced, parent, isHidden }: Scope): unknown {
    if (parent === undefined) return this.#evaluator.evaluate(expr);
    if (!isHidden) return this.#evaluate({ type: 'Projection', base: literal(traced.value), expr }, parent);
    const map: ExprNode = { type: 'Map', base: literal([traced.value]), expr };
    return this.#evaluate({ type: 'AccessElement', base: map, index: 0 }, parent);
  }
}

type NodeOf<Type extends ExprNode['type']> = ExprNode & { type: Type };

/** Returns the values of an array; undefined for any other value. */
export function itemsOf(traced: Traced): readonly Traced[] | undefined {
  if (traced.items !== undefined || !Array.isArray(traced.value)) return traced.items;
  return traced.value.map((value, index) => partOf(traced, index, value));
}

/** Returns the attributes of an object; none for any other value. */
export function attributesOf(traced: Traced): Iterable<readonly [name: string, value: Traced]> {
  if (traced.attributes !== undefined || !isObject(traced.value)) return traced.attributes ?? [];
  return Object.entries(traced.value).map(([name, value]) => [name, partOf(traced, name, value)] as const);
}

function attributeOf(traced: Traced, name: string): Traced {
  if (traced.attributes !== undefined) return traced.attributes.get(name) ?? NULL;
  const { value } = traced;
  return isObject(value) && Object.hasOwn(value, name) ? partOf(traced, name, value[name]) : NULL;
}

function partOf({ origin }: Traced, key: string | number, value: unknown): Traced {
  return origin ? { value, origin: { ...origin, path: [...origin.path, key] } } : { value };
}

function listOf(items: readonly Traced[] | undefined): Traced {
  return items ? { value: items.map(({ value }) => value), items } : NULL;
}

const arrayOf = (traced: Traced): Traced => (Array.isArray(traced.value) ? traced : NULL);

function nested(scope: Scope, inner: Scope): Scope {
  return { ...inner, parent: scope.isHidden ? (scope.parent as Scope) : scope };
}

function parentOf(scope: Scope | undefined, levels: number): Scope | undefined {
  return levels === 0 ? scope : parentOf(scope?.parent, levels - 1);
}

const literal = (value: unknown): ExprNode => ({ type: 'Value', value });

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
