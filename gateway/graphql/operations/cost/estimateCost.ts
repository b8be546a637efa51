import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  getDirectiveValues,
  isAbstractType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  valueFromAST,
} from 'graphql';
import { inputError } from '../../../core/errors.ts';
import { MAX_PAGE_SIZE } from '../../../core/relay.ts';
import { coercedVariables } from '../limits/coercedVariables.ts';
import { type FieldCost, type FieldCosts, readFieldCosts } from './fieldCosts.ts';
import { introspectionCost } from './introspectionCost.ts';

/** Beyond this the sum is not carried on: it is refused whatever follows. */
const MAX_ESTIMATE = 1e9;
/** An operation with what the client sent for its variables. */
export interface RequestedOperation {
  readonly operation: OperationDefinitionNode;
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

type Variables = Readonly<Record<string, unknown>>;
/** How long lists are, for the fields within a field. */
type ListSizes = ReadonlyMap<string, number>;

const NO_SIZES: ListSizes = new Map();

/**
 * Tells what operations over a schema cost at most, by the specification of IBM: one for every object that may be
 * answered, or what `@cost` says, where lists are as long as `@listSize` and the arguments allow. Of the types of a union
 * the dearest counts. Fragments are measured once for each type they stand in, so the time is that of reading the
 * document; an operation whose variables do not matter is measured once.
 * @returns the cost; undefined where variables are of a wrong type, which the execution refuses in its own words.
 * It throws GraphQLError PAGE_SIZE when an argument asks for fewer than 0 or more than 100 rows.
 */
export function createCostEstimator(schema: GraphQLSchema): (asked: RequestedOperation) => number | undefined {
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

/** One operation being measured. */
class Estimate {
  /** Whether other variables may lead to another cost. */
  dependsOnVariables = false;
  readonly #schema: GraphQLSchema;
  readonly #costOf: FieldCosts;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #variables: Variables;
  readonly #known = new Map<string, number>();

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
      if (!this.#isLeftOut(selection))
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
    const before = this.#known.get(key);
    if (before !== undefined) return before;
    this.#known.set(key, 0);
    const cost = this.costOfSet(fragment.selectionSet, type, sizes);
    this.#known.set(key, cost);
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
   * The greatest of the arguments that say how many, or of the lengths of those that are lists; where none is given, or
   * null, the schema's defaults, as the resolvers read them.
   */
  #sizeOf({ slicingArguments, assumedSize }: FieldCost, node: FieldNode): number {
    if (slicingArguments.length === 0) return assumedSize;
    const given = slicingArguments.map((slice) => this.#valueOf(slice, node)).filter((value) => value != null);
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

  /** Left out by `@skip` or `@include`, whose values are known. */
  #isLeftOut(selection: SelectionNode): boolean {
    if (!selection.directives?.length) return false;
    this.dependsOnVariables = true;
    return isExcluded(this.#schema, selection, this.#variables);
  }
}

/** Rows that a value of an argument asks for. */
const lengthOf = (value: unknown): number | undefined =>
  Array.isArray(value) ? value.length : typeof value === 'number' ? value : undefined;

/** @throws GraphQLError PAGE_SIZE */
function checkPageSize(value: unknown): void {
  const size = lengthOf(value);
  if (size === undefined || (size >= 0 && size <= MAX_PAGE_SIZE)) return;
  throw inputError(
    Array.isArray(value)
      ? `expected a list of at most ${MAX_PAGE_SIZE}, got ${size}; ask in several steps`
      : `expected a page of 0 to ${MAX_PAGE_SIZE} rows, got ${size}; ask for fewer and continue with the cursor`,
    'PAGE_SIZE',
  );
}

/** Whether `@skip` or `@include` leave a selection out. @param variables as they are coerced */
export function isExcluded(schema: GraphQLSchema, selection: SelectionNode, variables: Variables): boolean {
  if (!selection.directives?.length) return false;
  const conditionOf = (name: string) => {
    const directive = schema.getDirective(name);
    return directive ? getDirectiveValues(directive, selection, variables)?.if : undefined;
  };
  return conditionOf('skip') === true || conditionOf('include') === false;
}

/** The fragments of a document by their names. */
export const fragmentsOf = ({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> =>
  new Map(
    definitions
      .filter(
        (definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION,
      )
      .map((fragment) => [fragment.name.value, fragment]),
  );

function typeApplies(schema: GraphQLSchema, condition: string, type: GraphQLNamedType): boolean {
  if (condition === type.name) return true;
  const wanted = schema.getType(condition);
  if (isAbstractType(wanted) && isObjectType(type)) return schema.isSubType(wanted, type);
  return isAbstractType(type);
}

/** Then every type of an interface costs the same. */
const hasOnlyFields = (set: SelectionSetNode): boolean =>
  set.selections.every(({ kind }) => kind === Kind.FIELD);
