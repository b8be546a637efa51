import {
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** The size of an operation with expanded fragments. */
export interface DocumentSize {
  /** Levels of fields. */
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
  /** Fields, inline fragments and fragment spreads. */
  readonly selections: number;
}

const ZERO_SIZE: DocumentSize = { depth: 0, aliases: 0, directives: 0, selections: 0 };

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
      // A rule of graphql-js limits the depth of introspection.
      const depth = selection.name.value.startsWith('__') ? 0 : inner.depth + 1;
      return combine(sum, { ...add(inner, { ...own, aliases: selection.alias ? 1 : 0 }), depth });
    }, ZERO_SIZE);

  return {
    sizeOfFragment,
    cyclicFragments,
    isCounted: (name: string) => sizes.has(name),
    sizeOfOperation: ({ selectionSet, directives }: OperationDefinitionNode) =>
      add(sizeOfSelections(selectionSet), { directives: directives?.length ?? 0 }),
  };
}

const add = (a: DocumentSize, b: Partial<DocumentSize>): DocumentSize => ({
  depth: a.depth,
  aliases: a.aliases + (b.aliases ?? 0),
  directives: a.directives + (b.directives ?? 0),
  selections: a.selections + (b.selections ?? 0),
});

const combine = (a: DocumentSize, b: DocumentSize): DocumentSize => ({
  depth: Math.max(a.depth, b.depth),
  aliases: a.aliases + b.aliases,
  directives: a.directives + b.directives,
  selections: a.selections + b.selections,
});
