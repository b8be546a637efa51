import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { inputError } from '../errors.ts';
import { MAX_PAGE } from '../relay.ts';

/** Rows of a list of which the schema says no size. */
const ASSUMED_SIZE = 10;
/** What an object costs of which the schema says nothing; scalars cost nothing. */
const OBJECT_COST = 1;
/** Beyond this the sum is not carried on: it is refused whatever follows. */
const CEILING = 1e9;

interface CostOptions {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Coerced, with the defaults of the operation. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** How long lists are, for the fields within a field. */
interface Sizes {
  readonly own: number;
  readonly within: ReadonlyMap<string, number>;
}

/**
 * What an operation costs at most, by the specification of IBM: one for every object it may answer, or what `@cost`
 * says, where lists are as long as `@listSize` and the arguments allow. Of the types of a union the dearest counts.
 * Fragments are measured once for each type they stand in, so the time is that of reading the document.
 * @throws GraphQLError PAGE_SIZE when an argument asks for fewer than 0 or more than 100 rows
 */
export function costOf({ schema, operation, fragments, variables }: CostOptions): number {
  const known = new Map<string, number>();

  const costOfSet = (set: SelectionSetNode, type: GraphQLNamedType, sizes: Sizes['within']): number => {
    if (isAbstractType(type) && !isInterfaceOnly(set)) {
      const costs = schema.getPossibleTypes(type).map((possible) => costOfSelections(set, possible, sizes));
      return Math.max(0, ...costs);
    }
    return costOfSelections(set, type, sizes);
  };
  const costOfSelections = (
    set: SelectionSetNode,
    type: GraphQLNamedType,
    sizes: Sizes['within'],
  ): number => {
    let sum = 0;
    for (const selection of set.selections)
      sum = Math.min(CEILING, sum + costOfSelection(selection, type, sizes));
    return sum;
  };
  const costOfSelection = (
    selection: SelectionNode,
    type: GraphQLNamedType,
    sizes: Sizes['within'],
  ): number => {
    if (isLeftOut(schema, selection, variables)) return 0;
    if (selection.kind === 'Field') return costOfField(selection, type, sizes);
    const fragment = selection.kind === 'FragmentSpread' ? fragments.get(selection.name.value) : selection;
    const condition = fragment?.typeCondition?.name.value;
    if (!fragment || (condition && !applies(schema, condition, type))) return 0;
    if (selection.kind === 'InlineFragment') return costOfSet(fragment.selectionSet, type, sizes);
    const key = `${selection.name.value} ${type.name} ${[...sizes].join()}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, 0);
    const cost = costOfSet(fragment.selectionSet, type, sizes);
    known.set(key, cost);
    return cost;
  };
  const costOfField = (node: FieldNode, parent: GraphQLNamedType, sizes: Sizes['within']): number => {
    const field =
      'getFields' in parent ? (parent.getFields()[node.name.value] as Field | undefined) : undefined;
    // What describes the schema is answered from memory.
    if (!field) return 0;
    const type = getNamedType(field.type);
    const { own, within } = sizesOf(schema, field, node, variables);
    const count = sizes.get(node.name.value) ?? own;
    const weight = weightOf(schema, field, type);
    const inner = node.selectionSet ? costOfSet(node.selectionSet, type, within) : 0;
    return Math.min(CEILING, count * (weight + inner));
  };

  const root = schema.getRootType(operation.operation);
  return root ? costOfSet(operation.selectionSet, root, new Map()) : 0;
}

type Field = GraphQLField<unknown, unknown>;

function weightOf(schema: GraphQLSchema, { astNode }: Field, type: GraphQLNamedType): number {
  const directive = schema.getDirective('cost');
  if (!directive) return isCompositeType(type) ? OBJECT_COST : 0;
  const own = astNode && getDirectiveValues(directive, astNode);
  const ofType = type.astNode && getDirectiveValues(directive, type.astNode as never);
  const weight = Number((own ?? ofType)?.weight ?? Number.NaN);
  if (Number.isFinite(weight)) return weight;
  return isCompositeType(type) ? OBJECT_COST : 0;
}

function sizesOf(
  schema: GraphQLSchema,
  field: Field,
  node: FieldNode,
  variables: Readonly<Record<string, unknown>>,
): Sizes {
  const isList = isListType(getNullableType(field.type));
  const { assumedSize, slicingArguments, sizedFields } = listSizeOf(schema, field);
  const size = sliceOf(field, node, slicingArguments, variables) ?? assumedSize;
  if (isList) return { own: size, within: new Map() };
  return { own: 1, within: new Map(sizedFields.map((name) => [name, size])) };
}

interface ListSize {
  readonly assumedSize: number;
  readonly slicingArguments: readonly string[];
  readonly sizedFields: readonly string[];
}

/** What `@listSize` says, else what follows from the conventions of connections. */
function listSizeOf(schema: GraphQLSchema, field: Field): ListSize {
  const directive = schema.getDirective('listSize');
  const told = directive && field.astNode ? getDirectiveValues(directive, field.astNode) : undefined;
  const type = getNamedType(field.type);
  const rows = 'getFields' in type ? ['edges', 'nodes'].filter((name) => name in type.getFields()) : [];
  const slices = field.args.filter(({ name }) => name === 'first' || name === 'last').map(({ name }) => name);
  return {
    assumedSize: (told?.assumedSize as number | undefined) ?? ASSUMED_SIZE,
    slicingArguments: (told?.slicingArguments as string[] | undefined) ?? slices,
    sizedFields: (told?.sizedFields as string[] | undefined) ?? rows,
  };
}

/** The greatest of the arguments that say how many; those that are not given have the schema's default. */
function sliceOf(
  field: Field,
  node: FieldNode,
  slices: readonly string[],
  variables: Readonly<Record<string, unknown>>,
): number | undefined {
  if (slices.length === 0) return undefined;
  const values = getArgumentValues(field, node, variables);
  const given = new Set(node.arguments?.map(({ name }) => name.value));
  const isGiven = slices.some((name) => given.has(name) && values[name] != null);
  const sizes = slices
    .filter((name) => given.has(name) || !isGiven)
    .flatMap((name) => (typeof values[name] === 'number' ? [values[name]] : []));
  for (const size of sizes)
    if (size < 0 || size > MAX_PAGE)
      throw inputError(
        `expected a page of 0 to ${MAX_PAGE} rows, got ${size}; ask for fewer and continue with the cursor`,
        'PAGE_SIZE',
      );
  return sizes.length > 0 ? Math.max(...sizes) : undefined;
}

/** Left out by `@skip` or `@include`, whose values are known. */
function isLeftOut(
  schema: GraphQLSchema,
  selection: SelectionNode,
  variables: Readonly<Record<string, unknown>>,
): boolean {
  const [skip, include] = [schema.getDirective('skip'), schema.getDirective('include')];
  return (
    (skip && getDirectiveValues(skip, selection, variables)?.if === true) ||
    (include && getDirectiveValues(include, selection, variables)?.if === false) ||
    false
  );
}

function applies(schema: GraphQLSchema, condition: string, type: GraphQLNamedType): boolean {
  if (condition === type.name) return true;
  const wanted = schema.getType(condition);
  if (isAbstractType(wanted) && isObjectType(type)) return schema.isSubType(wanted, type);
  return isAbstractType(type);
}

/** Whether a set holds fields alone, so that every type of an interface costs the same. */
const isInterfaceOnly = (set: SelectionSetNode): boolean =>
  set.selections.every((selection) => selection.kind === 'Field');
