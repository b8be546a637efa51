import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** What `@include` and `@skip` demand of variables: all of it must hold. */
export type Condition = readonly { readonly variable: string; readonly expected: boolean }[];

/** A selection set and the conditions under which it counts. */
export interface Selection {
  readonly set: SelectionSetNode;
  readonly when: Condition;
}

/** A field as it was asked for in one place. */
export interface SelectedField {
  readonly node: FieldNode;
  readonly when: Condition;
}

/** What does not change while an operation runs. */
export interface SelectionScope {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}

/**
 * The fields asked of an object type, by response key and in the order of the document, through fragments and inline
 * fragments. Unlike GraphQL's own collection (https://spec.graphql.org/October2021/#CollectFields()) it does not decide
 * what hangs on variables: that is kept as a condition, so that the outcome serves every set of variables.
 */
export function collectFields(
  scope: SelectionScope,
  type: GraphQLObjectType,
  selections: readonly Selection[],
): Map<string, SelectedField[]> {
  const fields = new Map<string, SelectedField[]>();
  const visit = ({ set, when }: Selection, visited: ReadonlySet<string>) => {
    for (const selection of set.selections) {
      const condition = conditionOf(selection, when);
      if (condition === 'never') continue;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        fields.set(key, [...(fields.get(key) ?? []), { node: selection, when: condition }]);
        continue;
      }
      const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
      const name = isSpread ? selection.name.value : '';
      const fragment = isSpread ? scope.fragments[name] : selection;
      if (!fragment || visited.has(name) || !applies(scope.schema, type, fragment.typeCondition?.name.value))
        continue;
      visit({ set: fragment.selectionSet, when: condition }, isSpread ? new Set(visited).add(name) : visited);
    }
  };
  for (const selection of selections) visit(selection, new Set());
  return fields;
}

/** The selection sets below a field, each with its field's conditions. */
export const selectionsOf = (fields: readonly SelectedField[]): Selection[] =>
  fields.flatMap(({ node, when }) => (node.selectionSet ? [{ set: node.selectionSet, when }] : []));

/** The selection sets of the field that is being resolved. */
export const selectionsAt = (info: GraphQLResolveInfo): Selection[] =>
  info.fieldNodes.flatMap((node) => (node.selectionSet ? [{ set: node.selectionSet, when: [] }] : []));

/** Whether any of these conditions holds under the variables. */
export const holds = (
  conditions: readonly Condition[],
  variables: Readonly<Record<string, unknown>>,
): boolean =>
  conditions.some((when) =>
    when.every(({ variable, expected }) => (variables[variable] === true) === expected),
  );

/** Whether the field that is being resolved is asked for a field of this name, at the end of a path of names. */
export function isSelected(info: GraphQLResolveInfo, type: GraphQLObjectType, ...path: string[]): boolean {
  let selections = selectionsAt(info);
  let parent: GraphQLObjectType = type;
  for (const [depth, name] of path.entries()) {
    const found = [...collectFields(info, parent, selections).values()]
      .flat()
      .filter((field) => field.node.name.value === name && holds([field.when], info.variableValues));
    if (found.length === 0) return false;
    selections = selectionsOf(found);
    const field = parent.getFields()[name];
    let next = field?.type;
    while (next && 'ofType' in next) next = next.ofType;
    if (depth < path.length - 1) parent = next as GraphQLObjectType;
  }
  return true;
}

function applies(schema: GraphQLSchema, type: GraphQLObjectType, condition: string | undefined): boolean {
  if (condition === undefined || condition === type.name) return true;
  const abstract = schema.getType(condition);
  return abstract !== undefined && isAbstractType(abstract) && schema.isSubType(abstract, type);
}

function conditionOf(
  selection: SelectionSetNode['selections'][number],
  outer: Condition,
): Condition | 'never' {
  const own: { variable: string; expected: boolean }[] = [];
  for (const directive of selection.directives ?? []) {
    const name = directive.name.value;
    if (name !== 'include' && name !== 'skip') continue;
    const value = directive.arguments?.[0]?.value;
    if (value?.kind === Kind.VARIABLE) own.push({ variable: value.name.value, expected: name === 'include' });
    if (value?.kind === Kind.BOOLEAN && value.value !== (name === 'include')) return 'never';
  }
  return own.length === 0 ? outer : [...outer, ...own];
}
