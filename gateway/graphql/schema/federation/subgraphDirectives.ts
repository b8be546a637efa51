import {
  type ConstArgumentNode,
  type ConstDirectiveNode,
  type ConstValueNode,
  type GraphQLArgument,
  GraphQLInt,
  type GraphQLNamedType,
  getNullableType,
  isInterfaceType,
  isObjectType,
  Kind,
} from 'graphql';
import { directiveArguments } from '../model/directiveArguments.ts';

/** A definition in SDL; undefined if the schema has the definition without SDL. */
type Definition = { readonly directives?: readonly ConstDirectiveNode[] | undefined } | null | undefined;

/** Types that other subgraphs have with the same fields. */
const SHAREABLE_TYPES: ReadonlySet<string> = new Set(['PageInfo']);

/** Returns the directives of a type. Every node is an entity with the key `id`. */
export function directivesOfType(type: GraphQLNamedType): ConstDirectiveNode[] {
  const isNode = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
  return [
    ...(isNode ? [directive('key', { fields: text('id') })] : []),
    ...(SHAREABLE_TYPES.has(type.name) ? [directive('shareable', {})] : []),
    ...[type.astNode, ...type.extensionASTNodes].flatMap((node) => [...scopesOf(node), ...costOf(node)]),
  ];
}

/**
 * Returns the directives of a field or an input field.
 * @param args its arguments
 */
export function directivesOfField(
  owner: GraphQLNamedType,
  { astNode, args = [] }: { readonly astNode?: Definition; readonly args?: readonly GraphQLArgument[] },
): ConstDirectiveNode[] {
  // Composition rejects `@cost` on fields of interfaces.
  const cost = isInterfaceType(owner) ? [] : costOf(astNode);
  return [...scopesOf(astNode), ...cost, ...listSizeOf(astNode, args)];
}

const scopesOf = (node: Definition): readonly ConstDirectiveNode[] =>
  node?.directives?.filter(({ name }) => name.value === 'requiresScopes') ?? [];

/** The weight is a string in IBM's specification, and an integer in Apollo Federation. */
function costOf(node: Definition): ConstDirectiveNode[] {
  const cost = node && directiveArguments(node, 'cost');
  return cost ? [directive('cost', { weight: { kind: Kind.INT, value: String(cost.weight) } })] : [];
}

/** In Apollo Federation, slicing arguments are integers, and one of them is required by default. */
function listSizeOf(node: Definition, args: readonly GraphQLArgument[]): ConstDirectiveNode[] {
  const listSize = node?.directives?.find(({ name }) => name.value === 'listSize');
  if (!listSize) return [];
  const isInteger = (slicing: ConstValueNode) =>
    slicing.kind === Kind.STRING &&
    args.some(({ name, type }) => name === slicing.value && getNullableType(type) === GraphQLInt);
  const given = Object.fromEntries((listSize.arguments ?? []).map(({ name, value }) => [name.value, value]));
  const { slicingArguments, assumedSize } = given;
  const slicing = slicingArguments?.kind === Kind.LIST ? slicingArguments.values.filter(isInteger) : [];
  if (slicing.length === 0 && !assumedSize) return [];
  return [
    directive('listSize', {
      requireOneSlicingArgument: { kind: Kind.BOOLEAN, value: false },
      ...given,
      ...(slicingArguments && { slicingArguments: { kind: Kind.LIST, values: slicing } }),
    }),
  ];
}

const text = (value: string): ConstValueNode => ({ kind: Kind.STRING, value });

const directive = (name: string, args: Readonly<Record<string, ConstValueNode>>): ConstDirectiveNode => ({
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: name },
  arguments: Object.entries(args).map(
    ([argument, value]): ConstArgumentNode => ({
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: argument },
      value,
    }),
  ),
});
