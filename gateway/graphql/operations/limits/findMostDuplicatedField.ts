import { type FieldNode, Kind, type SelectionSetNode } from 'graphql';

/** A response field: all fields with the same response key in the same place, merged. */
interface MergedField {
  count: number;
  readonly fields: Map<string, MergedField>;
}

/** A response field and the number of its duplicates. */
interface DuplicatedField {
  readonly count: number;
  /** The last duplicate; undefined for an empty selection. */
  readonly node: FieldNode | undefined;
}

/**
 * Finds the field with the most duplicates: fields that execution merges into one (GraphQL, section "Field Collection").
 * The time is that of expanding all fragments, so the caller limits their size and rejects cycles first.
 * @param roots selections that nothing spreads; each is merged separately
 * @param fragmentOf returns the selections of a fragment
 */
export function findMostDuplicatedField(
  roots: readonly SelectionSetNode[],
  fragmentOf: (name: string) => SelectionSetNode | undefined,
): DuplicatedField {
  let most: DuplicatedField = { count: 0, node: undefined };

  const merge = ({ selections }: SelectionSetNode, into: Map<string, MergedField>): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) mergeField(selection, into);
      else if (selection.kind === Kind.INLINE_FRAGMENT) merge(selection.selectionSet, into);
      else mergeFragment(selection.name.value, into);
    }
  };
  const mergeField = (node: FieldNode, into: Map<string, MergedField>): void => {
    const name = (node.alias ?? node.name).value;
    const merged = into.get(name) ?? { count: 0, fields: new Map() };
    into.set(name, merged);
    merged.count += 1;
    if (merged.count > most.count) most = { count: merged.count, node };
    if (node.selectionSet) merge(node.selectionSet, merged.fields);
  };
  const mergeFragment = (name: string, into: Map<string, MergedField>): void => {
    const fragment = fragmentOf(name);
    if (fragment) merge(fragment, into);
  };

  for (const root of roots) merge(root, new Map());
  return most;
}
