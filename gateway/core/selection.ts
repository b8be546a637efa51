import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { inputError } from './errors.ts';

/** What a directive demands of a variable. */
interface Demand {
  readonly variable: string;
  readonly expected: boolean;
}

/** What `@include` and `@skip` demand of variables: all of it must hold. */
export type Condition = readonly Demand[];

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
 * Selections looked at for one object. A fragment spread under many combinations of variables is looked at once for
 * each, so a short document could ask for any amount of work.
 */
const MOST_SELECTIONS = 10_000;

/**
 * The fields asked of an object type, by response key and in the order of the document, through fragments and inline
 * fragments. Unlike GraphQL's own collection (https://spec.graphql.org/October2021/#CollectFields()) it does not decide
 * what hangs on variables: that is kept as a condition, so that the outcome serves every set of variables.
 * @throws GraphQLError BAD_USER_INPUT when the document asks for too much work.
 */
export function collectFields(
  scope: SelectionScope,
  type: GraphQLObjectType,
  selections: readonly Selection[],
): Map<string, SelectedField[]> {
  const fields = new Map<string, SelectedField[]>();
  const spread = new Map<string, Condition[]>();
  let looked = 0;
  const visit = ({ set, when }: Selection) => {
    for (const selection of set.selections) {
      looked += 1;
      if (looked > MOST_SELECTIONS)
        throw inputError(
          `expected at most ${MOST_SELECTIONS} selections of one ${type.name}, got more through fragments in fragments; spread each once`,
        );
      const condition = conditionOf(selection, when);
      if (condition === 'never') continue;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const known = fields.get(key) ?? [];
        known.push({ node: selection, when: condition });
        fields.set(key, known);
        continue;
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? scope.fragments[selection.name.value] : selection;
      if (!fragment || !applies(scope.schema, type, fragment.typeCondition?.name.value)) continue;
      if (selection.kind === Kind.FRAGMENT_SPREAD && !isNews(spread, selection.name.value, condition))
        continue;
      visit({ set: fragment.selectionSet, when: condition });
    }
  };
  for (const selection of selections) visit(selection);
  return fields;
}

/** The selection sets below a field, each with its field's conditions. */
export const selectionsOf = (fields: readonly SelectedField[]): Selection[] =>
  fields.flatMap(({ node, when }) => (node.selectionSet ? [{ set: node.selectionSet, when }] : []));

/** The field that is being resolved, wherever it stands in the document; what it hangs on has been decided. */
export const fieldsAt = (info: GraphQLResolveInfo): SelectedField[] =>
  info.fieldNodes.map((node) => ({ node, when: [] }));

/** The selection sets of the field that is being resolved. */
export const selectionsAt = (info: GraphQLResolveInfo): Selection[] => selectionsOf(fieldsAt(info));

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
  let parent = type;
  for (const name of path) {
    const found = [...collectFields(info, parent, selections).values()]
      .flat()
      .filter((field) => field.node.name.value === name && holds([field.when], info.variableValues));
    if (found.length === 0) return false;
    selections = selectionsOf(found);
    const field = parent.getFields()[name];
    if (field) parent = getNamedType(field.type) as GraphQLObjectType;
  }
  return true;
}

function applies(schema: GraphQLSchema, type: GraphQLObjectType, condition: string | undefined): boolean {
  if (condition === undefined || condition === type.name) return true;
  const abstract = schema.getType(condition);
  return abstract !== undefined && isAbstractType(abstract) && schema.isSubType(abstract, type);
}

/** Notes under which condition a fragment is spread; false when it already counts under a weaker one. */
function isNews(spread: Map<string, Condition[]>, name: string, condition: Condition): boolean {
  const known = spread.get(name) ?? [];
  if (known.some((weaker) => weaker.every((demand) => demands(condition, demand)))) return false;
  spread.set(name, [...known, condition]);
  return true;
}

const demands = (condition: Condition, { variable, expected }: Demand): boolean =>
  condition.some((demand) => demand.variable === variable && demand.expected === expected);

function conditionOf(selection: SelectionNode, outer: Condition): Condition | 'never' {
  let condition = outer;
  for (const directive of selection.directives ?? []) {
    const name = directive.name.value;
    if (name !== 'include' && name !== 'skip') continue;
    const expected = name === 'include';
    const value = directive.arguments?.[0]?.value;
    if (value?.kind === Kind.BOOLEAN && value.value !== expected) return 'never';
    if (value?.kind !== Kind.VARIABLE) continue;
    const demand = { variable: value.name.value, expected };
    if (demands(condition, { ...demand, expected: !expected })) return 'never';
    if (!demands(condition, demand)) condition = [...condition, demand];
  }
  return condition;
}
