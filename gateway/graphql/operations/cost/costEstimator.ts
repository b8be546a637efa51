import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  valueFromAST,
} from 'graphql';
import { inputError } from '../../../core/errors.ts';
import { MAX_PAGE_SIZE, pageSizeError } from '../../../core/relay.ts';
import { coercedVariables } from '../limits/coercedVariables.ts';
import { type FieldCost, type FieldCosts, readFieldCosts } from './fieldCosts.ts';
import { introspectionCost } from './introspectionCost.ts';
import { fragmentsOf, hasOnlyFields, isExcluded, typeApplies } from './selections.ts';

/** Upper bound of the estimate, far above every limit. */
const MAX_ESTIMATE = 1e9;

/** An operation with its variables as received. */
export interface RequestedOperation {
  readonly operation: OperationDefinitionNode;
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

type Variables = Readonly<Record<string, unknown>>;
/** Sizes of lists by field name, for the fields of an object with `@listSize(sizedFields:)`. */
type ListSizes = ReadonlyMap<string, number>;

const NO_SIZES: ListSizes = new Map();

/**
 * Creates a function that estimates the maximum cost of an operation by IBM's cost specification
 * (https://ibm.github.io/graphql-specs/cost-spec.html): 1 per object, or the weight of `@cost`, with the list sizes of
 * `@listSize` and arguments. Of a union, the most expensive type counts. Fragments are estimated once per type, so the time
 * is linear. The estimate is cached if it does not depend on variables.
 *
 * The function returns undefined for invalid variables, which the execution reports, and throws GraphQLError `PAGE_SIZE`
 * for a page size out of range.
 */
export function createCostEstimator(
  schema: GraphQLSchema,
): (requested: RequestedOperation) => number | undefined {
  const costOfField = readFieldCosts(schema);
  const constantCosts = new WeakMap<OperationDefinitionNode, number>();
  return ({ operation, document, variables }) => {
    const known = constantCosts.get(operation);
    if (known !== undefined) return known;
    const coerced = coercedVariables(schema, operation, variables);
    const root = schema.getRootType(operation.operation);
    if (!coerced || !root) return undefined;
    const estimate = new Estimate(schema, costOfField, fragmentsOf(document), coerced);
    const cost = estimate.costOfSet(operation.selectionSet, root, NO_SIZES);
    if (!estimate.dependsOnVariables) constantCosts.set(operation, cost);
    return cost;
  };
}

/** The estimate of one operation. */
class Estimate {
  /** True if other variables can lead to another cost. */
  dependsOnVariables = false;
  readonly #schema: GraphQLSchema;
  readonly #costOf: FieldCosts;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variables: Variables;
  readonly #fragmentCosts = new Map<string, number>();

  constructor(
    schema: GraphQLSchema,
    costOf: FieldCosts,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    variables: Variables,
  ) {
    this.#schema = schema;
    this.#costOf = costOf;
    this.#fragments = fragments;
    this.#variables = variables;
  }

  costOfSet(set: SelectionSetNode, type: GraphQLNamedType, sizes: ListSizes): number {
    if (!isAbstractType(type) || hasOnlyFields(set)) return this.#costOfSelections(set, type, sizes);
    const members = this.#schema.getPossibleTypes(type);
    return Math.max(0, ...members.map((member) => this.#costOfSelections(set, member, sizes)));
  }

  #costOfSelections(set: SelectionSetNode, type: GraphQLNamedType, sizes: ListSizes): number {
    let sum = 0;
    for (const selection of set.selections)
      if (!this.#isExcluded(selection))
        sum = Math.min(MAX_ESTIMATE, sum + this.#costOfSelection(selection, type, sizes));
    return sum;
  }

  #costOfSelection(selection: SelectionNode, type: GraphQLNamedType, sizes: ListSizes): number {
    if (selection.kind === Kind.FIELD) return this.#costOfField(selection, type, sizes);
    const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
    const fragment = isSpread ? this.#fragments.get(selection.name.value) : selection;
    const condition = fragment?.typeCondition?.name.value;
    if (!fragment || (condition && !typeApplies(this.#schema, condition, type))) return 0;
    if (!isSpread) return this.costOfSet(fragment.selectionSet, type, sizes);
    const key = `${selection.name.value} ${type.name} ${[...sizes].join()}`;
    const known = this.#fragmentCosts.get(key);
    if (known !== undefined) return known;
    this.#fragmentCosts.set(key, 0);
    const cost = this.costOfSet(fragment.selectionSet, type, sizes);
    this.#fragmentCosts.set(key, cost);
    return cost;
  }

  #costOfField(node: FieldNode, parent: GraphQLNamedType, sizes: ListSizes): number {
    const name = node.name.value;
    const field = 'getFields' in parent ? parent.getFields()[name] : undefined;
    if (!field || !('args' in field)) return introspectionCost(node, this.#fragments);
    const cost = this.#costOf(field);
    const size = this.#sizeOf(cost, node);
    const count = sizes.get(name) ?? (cost.isList ? size : 1);
    const within = cost.isList ? NO_SIZES : new Map(cost.sizedFields.map((sized) => [sized, size]));
    const inner = node.selectionSet ? this.costOfSet(node.selectionSet, cost.type, within) : 0;
    return Math.min(MAX_ESTIMATE, count * (cost.weight + inner));
  }

  /**
   * Returns the largest value of the slicing arguments, or length of those that are lists. Null and missing arguments have
   * the defaults of the schema, as in the resolvers.
   */
  #sizeOf({ slicingArguments, assumedSize }: FieldCost, node: FieldNode): number {
    if (slicingArguments.length === 0) return assumedSize;
    const given = slicingArguments
      .map((slice) => this.#valueOf(slice, node))
      .filter((value) => value != null);
    const values = given.length > 0 ? given : slicingArguments.map(({ defaultValue }) => defaultValue);
    for (const value of values) checkPageSize(value);
    const sizes = values.map(lengthOf).filter((size) => size !== undefined);
    return sizes.length > 0 ? Math.max(...sizes) : assumedSize;
  }

  #valueOf(argument: GraphQLArgument, node: FieldNode): unknown {
    const value = node.arguments?.find(({ name }) => name.value === argument.name)?.value;
    if (value?.kind === Kind.LIST) return value.values;
    if (value?.kind !== Kind.VARIABLE) return value && valueFromAST(value, argument.type);
    this.dependsOnVariables = true;
    return Object.hasOwn(this.#variables, value.name.value) ? this.#variables[value.name.value] : undefined;
  }

  #isExcluded(selection: SelectionNode): boolean {
    if (!selection.directives?.length) return false;
    this.dependsOnVariables = true;
    return isExcluded(this.#schema, selection, this.#variables);
  }
}

/** Returns the page size that an argument requests. */
const lengthOf = (value: unknown): number | undefined =>
  Array.isArray(value) ? value.length : typeof value === 'number' ? value : undefined;

/** @throws GraphQLError PAGE_SIZE */
function checkPageSize(value: unknown): void {
  const size = lengthOf(value);
  if (size === undefined || (size >= 0 && size <= MAX_PAGE_SIZE)) return;
  if (!Array.isArray(value)) throw pageSizeError(size);
  throw inputError(
    `expected a list of at most ${MAX_PAGE_SIZE}, got ${size}; send several requests`,
    'PAGE_SIZE',
  );
}
