import { type FieldNode, Kind, type SelectionSetNode } from 'graphql';

/** A field as it stands in an answer: all fields of its name in one place are one. */
interface MergedField {
  count: number;
  readonly within: Map<string, MergedField>;
}

/** The field that stands most often in one place. */
interface RepeatedField {
  readonly count: number;
  /** Where it stands last; undefined where nothing was asked. */
  readonly node: FieldNode | undefined;
}

/**
 * Counts how often fields of one name in the answer stand in one place, as the execution merges them (GraphQL, section
 * "Field Collection"). It takes the time of writing the fragments out, which has to be bounded before: none of them may
 * stand within itself.
 * @param roots what is not spread by anything else; each is looked at by itself
 * @param fragmentOf what a fragment spreads, by its name
 */
export function findMostRepeated(
  roots: readonly SelectionSetNode[],
  fragmentOf: (name: string) => SelectionSetNode | undefined,
): RepeatedField {
  let most: RepeatedField = { count: 0, node: undefined };

  const merge = ({ selections }: SelectionSetNode, into: Map<string, MergedField>): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) mergeField(selection, into);
      else if (selection.kind === Kind.INLINE_FRAGMENT) merge(selection.selectionSet, into);
      else mergeFragment(selection.name.value, into);
    }
  };
  const mergeField = (node: FieldNode, into: Map<string, MergedField>): void => {
    const name = (node.alias ?? node.name).value;
    const merged = into.get(name) ?? { count: 0, within: new Map() };
    into.set(name, merged);
    merged.count += 1;
    if (merged.count > most.count) most = { count: merged.count, node };
    if (node.selectionSet) merge(node.selectionSet, merged.within);
  };
  const mergeFragment = (name: string, into: Map<string, MergedField>): void => {
    const fragment = fragmentOf(name);
    if (fragment) merge(fragment, into);
  };

  for (const root of roots) merge(root, new Map());
  return most;
}
