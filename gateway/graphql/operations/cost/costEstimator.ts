import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLField,
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
import type { ProviderCalls } from '../../../core/operationCost.ts';
import { pageSizeError } from '../../../core/relay.ts';
import { coercedVariables } from '../limits/coercedVariables.ts';
import { type FieldCost, type FieldCosts, readFieldCosts } from './fieldCosts.ts';
import { type InputCosts, readInputCosts } from './inputCosts.ts';
import { introspectionCost } from './introspectionCost.ts';
import { estimateProviderCalls, UPSTREAM_CALL_COST } from './providerCalls.ts';
import {
  addCalls,
  addCosts,
  maxCosts,
  multiplyCost,
  NO_COST,
  type SelectionCost,
  totalCalls,
} from './selectionCost.ts';
import { containsVariable, fragmentsOf, hasOnlyFields, isExcluded, typeApplies } from './selections.ts';

/** Upper bound of the estimate, far above every limit. */
const MAX_ESTIMATE = 1e9;

/** An operation with its variables as received. */
export interface RequestedOperation {
  readonly operation: OperationDefinitionNode;
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The maximum cost of an operation. */
export interface EstimatedCost {
  /** Points of objects, fields and upstream requests. */
  readonly points: number;
  /** Upstream requests if nothing is cached. */
  readonly providerCalls: ProviderCalls;
}

type Variables = Readonly<Record<string, unknown>>;
/** Sizes of lists by field name, for the fields of an object with `@listSize(sizedFields:)`. */
type ListSizes = ReadonlyMap<string, number>;

const NO_SIZES: ListSizes = new Map();

/**
 * Creates a function that estimates the maximum cost of an operation by IBM's cost specification
 * (https://ibm.github.io/graphql-specs/cost-spec.html): 1 per object, or the weight of `@cost`, with the list sizes of
 * `@listSize` and arguments. Upstream requests are added. Of a union, the most expensive type counts. Fragments are
 * estimated once per type, so the time is linear. The estimate is cached if it does not depend on variables.
 *
 * The function returns undefined for invalid variables, which the execution reports, and throws GraphQLError `PAGE_SIZE`
 * for a page size out of range.
 */
export function createCostEstimator(
  schema: GraphQLSchema,
): (requested: RequestedOperation) => EstimatedCost | undefined {
  const costs = { ofField: readFieldCosts(schema), ofInputs: readInputCosts(schema) };
  const constantCosts = new WeakMap<OperationDefinitionNode, EstimatedCost>();
  return ({ operation, document, variables }) => {
    const known = constantCosts.get(operation);
    if (known !== undefined) return known;
    const coerced = coercedVariables(schema, operation, variables);
    const root = schema.getRootType(operation.operation);
    if (!coerced || !root) return undefined;
    const estimate = new Estimate(schema, costs, fragmentsOf(document), coerced);
    const cost = toEstimatedCost(estimate.costOfSet(operation.selectionSet, root, NO_SIZES));
    if (!estimate.dependsOnVariables) constantCosts.set(operation, cost);
    return cost;
  };
}

function toEstimatedCost(cost: SelectionCost): EstimatedCost {
  const providerCalls = estimateProviderCalls(cost);
  const points = cost.points + UPSTREAM_CALL_COST * totalCalls(providerCalls);
  return { points: Math.min(MAX_ESTIMATE, points), providerCalls };
}

/** The costs of the fields and inputs of a schema. */
interface SchemaCosts {
  readonly ofField: FieldCosts;
  readonly ofInputs: InputCosts;
}

/** The estimate of one operation. */
class Estimate {
  /** True if other variables can lead to another cost. */
  dependsOnVariables = false;
  readonly #schema: GraphQLSchema;
  readonly #costs: SchemaCosts;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variables: Variables;
  readonly #fragmentCosts = new Map<string, SelectionCost>();

  constructor(
    schema: GraphQLSchema,
    costs: SchemaCosts,
    fragments: ReadonlyMap<string, FragmentDefinitionNode>,
    variables: Variables,
  ) {
    this.#schema = schema;
    this.#costs = costs;
    this.#fragments = fragments;
    this.#variables = variables;
  }

  costOfSet(set: SelectionSetNode, type: GraphQLNamedType, sizes: ListSizes): SelectionCost {
    if (!isAbstractType(type) || hasOnlyFields(set)) return this.#costOfSelections(set, type, sizes);
    return this.#schema
      .getPossibleTypes(type)
      .map((member) => this.#costOfSelections(set, member, sizes))
      .reduce(maxCosts, NO_COST);
  }

  #costOfSelections(set: SelectionSetNode, type: GraphQLNamedType, sizes: ListSizes): SelectionCost {
    let sum = NO_COST;
    for (const selection of set.selections)
      if (!this.#isExcluded(selection)) sum = addCosts(sum, this.#costOfSelection(selection, type, sizes));
    return sum;
  }

  #costOfSelection(selection: SelectionNode, type: GraphQLNamedType, sizes: ListSizes): SelectionCost {
    if (selection.kind === Kind.FIELD) return this.#costOfField(selection, type, sizes);
    const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
    const fragment = isSpread ? this.#fragments.get(selection.name.value) : selection;
    const condition = fragment?.typeCondition?.name.value;
    if (!fragment || (condition && !typeApplies(this.#schema, condition, type))) return NO_COST;
    if (!isSpread) return this.costOfSet(fragment.selectionSet, type, sizes);
    const key = `${selection.name.value} ${type.name} ${[...sizes].join()}`;
    const known = this.#fragmentCosts.get(key);
    if (known !== undefined) return known;
    this.#fragmentCosts.set(key, NO_COST);
    const cost = this.costOfSet(fragment.selectionSet, type, sizes);
    this.#fragmentCosts.set(key, cost);
    return cost;
  }

  #costOfField(node: FieldNode, parent: GraphQLNamedType, sizes: ListSizes): SelectionCost {
    const name = node.name.value;
    const field = 'getFields' in parent ? parent.getFields()[name] : undefined;
    if (!field || !('args' in field)) return { ...NO_COST, points: introspectionCost(node, this.#fragments) };
    const cost = this.#costs.ofField(parent.name, field);
    const size = this.#sizeOf(cost, node);
    const count = sizes.get(name) ?? (cost.isList ? size : 1);
    const within = cost.isList ? NO_SIZES : new Map(cost.sizedFields.map((sized) => [sized, size]));
    const inner = node.selectionSet ? this.costOfSet(node.selectionSet, cost.type, within) : NO_COST;
    const points = cost.weight + this.#inputCost(field, node) + inner.points;
    const values = multiplyCost({ ...inner, points }, count);
    return this.#withCalls(values, cost, node);
  }

  #inputCost(field: GraphQLField<unknown, unknown>, { arguments: args }: FieldNode): number {
    if (!this.#costs.ofInputs.hasCosts(field)) return 0;
    const cost = this.#costs.ofInputs.costOf(field, args, this.#variables);
    if (args?.some(({ value }) => containsVariable(value))) this.dependsOnVariables = true;
    return cost;
  }

  /** Adds the upstream requests of the field itself. They do not depend on the number of its values. */
  #withCalls({ points, ...values }: SelectionCost, { calls }: FieldCost, node: FieldNode): SelectionCost {
    const { searchesPerValueOf: list } = calls;
    const [last, before] = calls.searchForLastPage?.map((argument) => this.#valueOf(argument, node)) ?? [];
    const search =
      (list ? (lengthOf(this.#valueOf(list, node)) ?? 0) : 0) + (last != null && before == null ? 1 : 0);
    return {
      points,
      perObject: addCalls(addCalls(values.perObject, calls.perObject), search > 0 ? { search } : undefined),
      perSelection: addCalls(values.perSelection, calls.perSelection),
    };
  }

  /**
   * Returns the largest value of the slicing arguments, or length of those that are lists. Null and missing arguments have
   * the defaults of the schema, as in the resolvers.
   */
  #sizeOf({ slicingArguments, assumedSize, maxSize }: FieldCost, node: FieldNode): number {
    if (slicingArguments.length === 0) return assumedSize;
    const given = slicingArguments.flatMap((slice) => {
      const value = this.#valueOf(slice, node);
      if (value == null) return [];
      checkPageSize(value, `${node.name.value}(${slice.name}:)`, maxSize);
      return [value];
    });
    const values = given.length > 0 ? given : slicingArguments.map(({ defaultValue }) => defaultValue);
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
function checkPageSize(value: unknown, argument: string, limit: number): void {
  const size = lengthOf(value);
  if (size === undefined || (size >= 0 && size <= limit)) return;
  if (!Array.isArray(value)) throw pageSizeError(size, 0, argument);
  throw inputError(`expected a list of at most ${limit}, got ${size}; send several requests`, 'PAGE_SIZE', {
    argument,
    limit,
    actual: size,
  });
}
