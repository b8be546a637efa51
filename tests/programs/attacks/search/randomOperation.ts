import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isEnumType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
  parse,
  validate,
} from 'graphql';
import { toGlobalId } from '../../../../gateway/core/relay.ts';
import { createCostEstimator } from '../../../../gateway/graphql/operations/cost/costEstimator.ts';
import { Random } from '../../../reference/generator/random.ts';
import type { OperationShape } from './pattern.ts';

/** Replaced by another word in each request, so that no cache has the response. */
export const FRESH_WORD = 'FRESH';
/** The beginning of a value that is replaced by a global id which no request has sent, e.g. `ID:Video:1`; malformed without a type. */
export const FRESH_ID = 'ID';

/** An operation costs at most this (`MAX_COST`), and no document has more aliases. */
const MAX_COST = 20_000;
const MAX_ALIASES = 30;
/** Administration and fields without cost. */
const EXCLUDED_FIELDS = new Set(['apiKeys', 'indexStatus', 'rateLimit']);
const IDS = ['lorenz', 'gray-scott'].map((slug) => toGlobalId('Film', `film-${slug}`));
const WORDS = ['wave', 'chaos', 'light', 'film', 'a'];
const SLUGS = ['lorenz', 'gray-scott', 'chaos', 'waves'];
/** Arguments without which a field returns nothing, or the default page. */
const ALWAYS_SET = new Set(['by', 'first']);
const ARGUMENT_PROBABILITY = 0.2;
const ALIAS_PROBABILITY = 0.2;
/** The factor by which a field with a cost is chosen more often than another one. */
const COSTLY_FIELD_FACTOR = 3;
const MAX_ATTEMPTS = 12;
/** A smaller operation is no attack. */
const FALLBACK = '{ films(first: 20) { nodes { title topics { title } } } }';

/** Writes random operations that the gateway accepts. */
export interface RandomOperations {
  /** Returns the document of an operation with `FRESH_WORD` in it. */
  query(shape: OperationShape): string;
  /** Returns the document of a subscription. */
  subscription(shape: OperationShape): string;
}

export function createRandomOperations(schema: GraphQLSchema): RandomOperations {
  const costOf = createCostEstimator(schema);
  const isAccepted = (text: string): boolean => {
    const document = parse(text);
    if (validate(schema, document).length > 0) return false;
    const operation = getOperationAST(document);
    try {
      const cost = operation && costOf({ operation, document, variables: {} });
      return cost != null && cost.points <= MAX_COST;
    } catch {
      return false;
    }
  };
  /** Writes smaller and smaller operations until one is accepted. */
  const write = (shape: OperationShape, prefix: string, root: GraphQLNamedType): string => {
    let smaller = shape;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const text = `${prefix} ${new SelectionWriter(smaller).selectionOf(root, smaller.maxDepth)}`;
      if (isAccepted(text)) return text;
      smaller = {
        ...smaller,
        pageSize: Math.max(1, Math.floor(smaller.pageSize / 2)),
        width: Math.max(1, smaller.width - (attempt % 2)),
        aliases: Math.max(1, Math.floor(smaller.aliases / 2)),
      };
    }
    return `${prefix} ${FALLBACK}`;
  };
  return {
    query: (shape) => write(shape, `query ${FRESH_WORD}`, schema.getQueryType() as GraphQLNamedType),
    subscription: (shape) =>
      `subscription ${FRESH_WORD} { contentChanged { documentId node ${new SelectionWriter(shape).selectionOf(
        schema.getType('Node') as GraphQLNamedType,
        Math.min(2, shape.maxDepth),
      )} } }`,
  };
}

/** Writes the selections of one operation. */
class SelectionWriter {
  readonly #shape: OperationShape;
  readonly #random: Random;
  #aliases = 0;

  constructor(shape: OperationShape) {
    this.#shape = shape;
    this.#random = new Random(`operation ${shape.seed}`);
  }

  selectionOf(type: GraphQLNamedType, depth: number): string {
    if (isUnionType(type)) return `{ __typename ${this.#fragment(type.getTypes(), depth)} }`;
    if (!isObjectType(type) && !isInterfaceType(type)) return '{ __typename }';
    const fields = Object.values(type.getFields()).filter(({ name }) => !EXCLUDED_FIELDS.has(name));
    const usable = fields.filter((field) => depth > 0 || isLeafType(getNamedType(field.type)));
    if (usable.length === 0) return '{ __typename }';
    const weighted = usable.flatMap((field) =>
      hasCost(field) ? Array(COSTLY_FIELD_FACTOR).fill(field) : [field],
    );
    const chosen = Array.from({ length: this.#shape.width }, () => this.#random.pick(weighted));
    const texts = [...new Set(chosen)].map((field) => this.#field(field, depth));
    return `{ __typename ${texts.join(' ')} }`;
  }

  #fragment(types: readonly GraphQLNamedType[], depth: number): string {
    const type = this.#random.pick(types);
    return `... on ${type.name} ${this.selectionOf(type, depth)}`;
  }

  #field(field: GraphQLField<unknown, unknown>, depth: number): string {
    const type = getNamedType(field.type);
    const isAliased = hasCost(field) || this.#random.boolean(ALIAS_PROBABILITY);
    const count = isAliased ? Math.min(this.#shape.aliases, MAX_ALIASES - this.#aliases) : 1;
    if (count > 1) this.#aliases += count;
    const selection = isLeafType(type) ? '' : ` ${this.selectionOf(type, depth - 1)}`;
    const names = count > 1 ? Array.from({ length: count }, (_, n) => `${field.name}${n}: `) : [''];
    return names.map((alias) => `${alias}${field.name}${this.#args(field)}${selection}`).join(' ');
  }

  #args({ args }: GraphQLField<unknown, unknown>): string {
    const texts = args.flatMap((argument) => {
      const isSet =
        isNonNullType(argument.type) ||
        ALWAYS_SET.has(argument.name) ||
        this.#random.boolean(ARGUMENT_PROBABILITY);
      const value = isSet ? this.#valueOf(argument) : undefined;
      return value === undefined ? [] : [`${argument.name}: ${value}`];
    });
    return texts.length > 0 ? `(${texts.join(', ')})` : '';
  }

  #valueOf({ name, type }: GraphQLArgument): string | undefined {
    const named = getNamedType(type);
    if (name === 'first' || name === 'last')
      return name === 'first' ? String(this.#shape.pageSize) : undefined;
    if (name === 'by') return `{ slug: ${JSON.stringify(this.#random.pick(SLUGS))} }`;
    if (name === 'query' || name === 'prefix') return `"${this.#random.pick(WORDS)} ${FRESH_WORD}"`;
    if (name === 'widths')
      return `[${Array.from({ length: 12 }, () => this.#random.integer(1, 8000)).join()}]`;
    if (named.name === 'ID')
      return isListType(isNonNullType(type) ? type.ofType : type)
        ? JSON.stringify(IDS)
        : JSON.stringify(this.#random.pick(IDS));
    if (name === 'languages') return '["en"]';
    if (name === 'language') return '"en"';
    const value = isEnumType(named)
      ? this.#random.pick(named.getValues()).name
      : { Int: String(this.#random.integer(1, 2000)), Float: '1.5', Boolean: 'true' }[named.name];
    return value === undefined || !isListType(isNonNullType(type) ? type.ofType : type)
      ? value
      : `[${value}]`;
  }
}

const hasCost = ({ astNode }: GraphQLField<unknown, unknown>): boolean =>
  astNode?.directives?.some(({ name }) => name.value === 'cost') ?? false;
