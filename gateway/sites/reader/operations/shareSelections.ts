import {
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getNamedType,
  Kind,
  parse,
  print,
  type SelectionSetNode,
  stripIgnoredCharacters,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/**
 * Writes each selection set that occurs several times in an operation once, as a fragment. An operation for the members of a
 * large union becomes a fraction of its length, and its validation, which compares the members, takes a fraction of the time.
 */
export function shareSelections(text: string, schema: GraphQLSchema): string {
  const types = new TypeInfo(schema);
  const fragments = new Map<string, { readonly fragment: FragmentDefinitionNode; uses: number }>();
  const share = (selectionSet: SelectionSetNode, type: string): SelectionSetNode => {
    const key = `${type} ${print(selectionSet)}`;
    const name = { kind: Kind.NAME, value: `Shared${fragments.size}` } as const;
    const known = fragments.get(key) ?? {
      fragment: {
        kind: Kind.FRAGMENT_DEFINITION,
        name,
        typeCondition: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: type } },
        selectionSet,
      } as const,
      uses: 0,
    };
    known.uses += 1;
    fragments.set(key, known);
    return {
      kind: Kind.SELECTION_SET,
      selections: [{ kind: Kind.FRAGMENT_SPREAD, name: known.fragment.name }],
    };
  };
  const shared = visit(
    parse(text, { noLocation: true }),
    visitWithTypeInfo(types, {
      Field: {
        leave(field) {
          const type = getNamedType(types.getType())?.name;
          if (!type || !field.selectionSet || field.selectionSet.selections.length === 1) return undefined;
          return { ...field, selectionSet: share(field.selectionSet, type) };
        },
      },
    }),
  );
  const byName = new Map([...fragments.values()].map((each) => [each.fragment.name.value, each]));
  // A fragment with one use is written where it is used.
  const document = visit(
    {
      ...shared,
      definitions: [
        ...shared.definitions,
        ...[...byName.values()].flatMap(({ fragment, uses }) => (uses > 1 ? [fragment] : [])),
      ],
    },
    {
      SelectionSet(selectionSet) {
        const [only] = selectionSet.selections;
        const used = only?.kind === Kind.FRAGMENT_SPREAD ? byName.get(only.name.value) : undefined;
        return used?.uses === 1 ? used.fragment.selectionSet : undefined;
      },
    },
  );
  return stripIgnoredCharacters(print(document));
}
