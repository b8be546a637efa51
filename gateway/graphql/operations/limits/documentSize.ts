import {
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** The size of an operation with expanded fragments. */
export interface DocumentSize {
  /** Levels of objects, without levels that only structure a connection. */
  readonly depth: number;
  readonly directives: number;
  /** Fields, inline fragments and fragment spreads. */
  readonly selections: number;
}

/** Fields of connections and edges. Their objects are levels of the graph, they are not. */
const CONNECTION_FIELDS: ReadonlySet<string> = new Set(['edges', 'node', 'nodes', 'pageInfo']);

/** Values for which the content service runs another query. They count like an object. */
const QUERIED_VALUES: ReadonlySet<string> = new Set(['totalCount', 'hasNextPage', 'hasPreviousPage']);

const ZERO_SIZE: DocumentSize = { depth: 0, directives: 0, selections: 0 };

/**
 * Creates functions that return the size of operations with expanded fragments. Each fragment is counted once, so that
 * nested fragments, whose expansion is exponential, take linear time.
 */
export function createSizeCounter(context: ValidationContext) {
  const sizes = new Map<string, DocumentSize>();
  const ancestors = new Set<string>();
  const cyclicFragments = new Set<string>();

  const sizeOfFragment = (name: string): DocumentSize => {
    if (ancestors.has(name)) cyclicFragments.add(name);
    const known = sizes.get(name);
    if (known) return known;
    sizes.set(name, ZERO_SIZE);
    const fragment = context.getFragment(name);
    ancestors.add(name);
    const size = fragment ? sizeOfDefinition(fragment) : ZERO_SIZE;
    ancestors.delete(name);
    sizes.set(name, size);
    return size;
  };
  const sizeOfDefinition = (fragment: FragmentDefinitionNode) =>
    add(sizeOfSelections(fragment.selectionSet), { directives: fragment.directives?.length ?? 0 });

  const sizeOfSelections = (set: SelectionSetNode | undefined): DocumentSize =>
    (set?.selections ?? []).reduce<DocumentSize>((sum, selection) => {
      const own = { directives: selection.directives?.length ?? 0, selections: 1 };
      if (selection.kind === Kind.FRAGMENT_SPREAD)
        return combine(sum, add(sizeOfFragment(selection.name.value), own));
      const inner = sizeOfSelections(selection.selectionSet);
      if (selection.kind === Kind.INLINE_FRAGMENT) return combine(sum, add(inner, own));
      return combine(sum, { ...add(inner, own), depth: depthOf(selection, inner.depth) });
    }, ZERO_SIZE);

  return {
    sizeOfFragment,
    cyclicFragments,
    isCounted: (name: string) => sizes.has(name),
    sizeOfOperation: ({ selectionSet, directives }: OperationDefinitionNode) =>
      add(sizeOfSelections(selectionSet), { directives: directives?.length ?? 0 }),
  };
}

/** @param inner the depth of the field's selection set */
function depthOf({ name: { value: name }, selectionSet }: FieldNode, inner: number): number {
  // A rule of graphql-js limits the depth of introspection.
  if (name.startsWith('__')) return 0;
  if (!selectionSet) return QUERIED_VALUES.has(name) ? 1 : 0;
  return CONNECTION_FIELDS.has(name) ? inner : inner + 1;
}

const add = (a: DocumentSize, b: Partial<DocumentSize>): DocumentSize => ({
  depth: a.depth,
  directives: a.directives + (b.directives ?? 0),
  selections: a.selections + (b.selections ?? 0),
});

const combine = (a: DocumentSize, b: DocumentSize): DocumentSize => ({
  depth: Math.max(a.depth, b.depth),
  directives: a.directives + b.directives,
  selections: a.selections + b.selections,
});
