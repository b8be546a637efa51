import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  Kind,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  validate,
  visit,
} from 'graphql';

/** Trials before the smallest found is told. */
const MOST_TRIALS = 400;

/**
 * A smaller operation that fails as well: selections, arguments and directives are taken away one at a time for as long
 * as the operation stays valid and `fails` holds.
 */
export async function shrink(
  schema: GraphQLSchema,
  text: string,
  fails: (text: string) => Promise<boolean>,
): Promise<string> {
  let smallest = text;
  let trials = 0;
  for (let place = 0; trials < MOST_TRIALS; ) {
    const smaller = without(parse(smallest), place);
    if (smaller === undefined) break;
    trials += 1;
    const candidate = print(smaller);
    if (validate(schema, parse(candidate)).length === 0 && (await fails(candidate))) smallest = candidate;
    else place += 1;
  }
  return smallest;
}

/** The document without the part at a place; undefined when it has no such place. Unused fragments and variables go too. */
function without(document: DocumentNode, place: number): DocumentNode | undefined {
  let at = -1;
  let isFound = false;
  const taken = () => {
    at += 1;
    if (at !== place) return false;
    isFound = true;
    return true;
  };
  const smaller = visit(document, {
    SelectionSet(node): SelectionSetNode | undefined {
      const selections = node.selections.flatMap((selection): readonly SelectionNode[] =>
        taken()
          ? selection.kind === Kind.INLINE_FRAGMENT
            ? selection.selectionSet.selections
            : []
          : [selection],
      );
      return selections.length === node.selections.length &&
        selections.every((s, i) => s === node.selections[i])
        ? undefined
        : { ...node, selections: selections.length > 0 ? selections : [TYPENAME] };
    },
    Argument: () => (taken() ? null : undefined),
    Directive: () => (taken() ? null : undefined),
    ObjectField: () => (taken() ? null : undefined),
  }) as DocumentNode;
  return isFound ? tidy(smaller) : undefined;
}

const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } };

function tidy(document: DocumentNode): DocumentNode {
  const names = (kind: 'FragmentSpread' | 'Variable', of: unknown) =>
    new Set(
      [
        ...JSON.stringify(of).matchAll(
          new RegExp(`"kind":"${kind}","name":{"kind":"Name","value":"(\\w+)"`, 'g'),
        ),
      ].map((m) => m[1]),
    );
  const bare = parse(print(document), { noLocation: true });
  const spread = names('FragmentSpread', bare);
  const definitions = bare.definitions.filter(
    (d) => d.kind !== Kind.FRAGMENT_DEFINITION || spread.has(d.name.value),
  );
  const used = names(
    'Variable',
    definitions.map((d) => ('variableDefinitions' in d ? { ...d, variableDefinitions: [] } : d)),
  );
  return {
    ...bare,
    definitions: definitions.map((d) =>
      d.kind === Kind.OPERATION_DEFINITION
        ? {
            ...d,
            variableDefinitions: d.variableDefinitions?.filter((v) => used.has(v.variable.name.value)) ?? [],
          }
        : d,
    ),
  };
}
