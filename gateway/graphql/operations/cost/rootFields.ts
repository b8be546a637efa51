import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type NameNode,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { fragmentsOf } from './selections.ts';

/** The root fields of introspection. */
export const INTROSPECTION_FIELDS: readonly string[] = ['__schema', '__type'];

interface Operation {
  readonly operation: OperationDefinitionNode;
  readonly document: DocumentNode;
}

/** Root fields of queries by name. */
interface RootFields {
  /** Returns the fields of an operation with these names, also those in fragments; computed once per operation. */
  find(operation: Operation): readonly FieldNode[];
  /**
   * Returns the document with only these fields in the operation. They keep the `@skip` and `@include` of the fragments around
   * them. Expands fragments, so that the document must be within the limits.
   */
  reduce(operation: Operation): DocumentNode;
  /** Returns the document with `__typename` in place of these fields, under their response keys. */
  replace(operation: Operation): DocumentNode;
}

/** @param names of the fields */
export function createRootFields(names: readonly string[]): RootFields {
  const cache = new WeakMap<OperationDefinitionNode, readonly FieldNode[]>();
  const find = ({ operation, document }: Operation) => {
    const cached = cache.get(operation);
    if (cached) return cached;
    const found =
      operation.operation === 'query' ? findRootFields(operation.selectionSet, document, names) : [];
    cache.set(operation, found);
    return found;
  };
  return {
    find,
    reduce({ operation, document }) {
      const selectionSet = reduceSelections(operation.selectionSet, document, names);
      const definitions = document.definitions.map((definition) =>
        definition === operation ? { ...operation, selectionSet } : definition,
      );
      return { ...document, definitions };
    },
    // Only the root has these fields: no other type has names with two underscores.
    replace: ({ document }) =>
      visit(document, {
        [Kind.FIELD]: ({ alias, name, directives }) =>
          names.includes(name.value)
            ? { kind: Kind.FIELD, alias: alias ?? name, name: TYPENAME, directives: directives ?? [] }
            : undefined,
      }),
  };
}

const TYPENAME: NameNode = { kind: Kind.NAME, value: '__typename' };

/** Each fragment is visited once. */
function findRootFields(
  set: SelectionSetNode,
  document: DocumentNode,
  names: readonly string[],
): readonly FieldNode[] {
  const fragments = fragmentsOf(document);
  const seen = new Set<string>();
  const fieldsOf = ({ selections }: SelectionSetNode): FieldNode[] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return names.includes(selection.name.value) ? [selection] : [];
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet);
      const name = selection.name.value;
      const fragment = fragments.get(name);
      if (!fragment || seen.has(name)) return [];
      seen.add(name);
      return fieldsOf(fragment.selectionSet);
    });
  return fieldsOf(set);
}

/** Returns a selection set with only the fields of these names; a named fragment becomes an inline one. */
function reduceSelections(
  set: SelectionSetNode,
  document: DocumentNode,
  names: readonly string[],
): SelectionSetNode {
  const fragments = fragmentsOf(document);
  const reduced = ({ selections }: SelectionSetNode): SelectionSetNode => ({
    kind: Kind.SELECTION_SET,
    selections: selections.flatMap((selection): SelectionNode[] => {
      if (selection.kind === Kind.FIELD) return names.includes(selection.name.value) ? [selection] : [];
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
      const selectionSet = fragment && reduced(fragment.selectionSet);
      if (!selectionSet || selectionSet.selections.length === 0) return [];
      return [{ kind: Kind.INLINE_FRAGMENT, directives: selection.directives ?? [], selectionSet }];
    }),
  });
  return reduced(set);
}
