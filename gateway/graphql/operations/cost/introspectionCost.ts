import { type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';

/** Points that describing the schema costs. The introspection query of GraphQL tools runs for some 10 ms. */
const INTROSPECTION_COSTS: Readonly<Record<string, number | undefined>> = { __schema: 2_000, __type: 100 };

/**
 * Returns the flat cost of `__schema` or `__type`, and 0 for `__typename`. Each alias within it costs as much again:
 * graphql-js limits the depth, so that only aliases make the response many times larger than the schema.
 * @param fragments the fragments of the document, none of which contains itself
 */
export function introspectionCost(
  { name, selectionSet }: FieldNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): number {
  const cost = INTROSPECTION_COSTS[name.value] ?? 0;
  return cost * (1 + countAliases(selectionSet, fragments));
}

function countAliases(
  set: SelectionSetNode | undefined,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): number {
  let count = 0;
  for (const selection of set?.selections ?? []) {
    if (selection.kind === Kind.FIELD && selection.alias) count += 1;
    const within = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
    count += countAliases(within?.selectionSet, fragments);
  }
  return count;
}
