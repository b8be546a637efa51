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

/** The value of a variable that `@include` or `@skip` requires. */
interface VariableCondition {
  readonly variable: string;
  readonly expected: boolean;
}

/** The conditions of `@include` and `@skip`; all must hold. */
export type Condition = readonly VariableCondition[];

/** A selection set and its conditions. */
export interface Selection {
  readonly set: SelectionSetNode;
  readonly when: Condition;
}

/** One occurrence of a field in the document. */
export interface SelectedField {
  readonly node: FieldNode;
  readonly when: Condition;
}

/** The constant context of an operation. */
export interface SelectionScope {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}

/**
 * Selections visited for one object. A fragment is visited once per combination of variable conditions, so a short
 * document could cause unlimited work.
 */
const MAX_SELECTIONS = 10_000;

/**
 * Collects the selected fields of an object type by response key, in document order, through fragments. Unlike
 * CollectFields of the specification (https://spec.graphql.org/October2021/#CollectFields()) it keeps conditions on
 * variables, so that the result serves every set of variables.
 * @throws GraphQLError BAD_USER_INPUT when the document has too many selections
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
      if (looked > MAX_SELECTIONS)
        throw inputError(
          `expected at most ${MAX_SELECTIONS} selections of one ${type.name}, got more through fragments in fragments; spread each once`,
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
      if (selection.kind === Kind.FRAGMENT_SPREAD && !addSpread(spread, selection.name.value, condition))
        continue;
      visit({ set: fragment.selectionSet, when: condition });
    }
  };
  for (const selection of selections) visit(selection);
  return fields;
}

/** Returns the selection sets below fields, with the fields' conditions. */
export const selectionsOf = (fields: readonly SelectedField[]): Selection[] =>
  fields.flatMap(({ node, when }) => (node.selectionSet ? [{ set: node.selectionSet, when }] : []));

/** Returns every occurrence of the field that is being resolved; its conditions hold already. */
export const fieldsAt = (info: GraphQLResolveInfo): SelectedField[] =>
  info.fieldNodes.map((node) => ({ node, when: [] }));

/** Returns the selection sets of the field that is being resolved. */
export const selectionsAt = (info: GraphQLResolveInfo): Selection[] => selectionsOf(fieldsAt(info));

/** True when one of the conditions holds under the variables. */
export const holds = (
  conditions: readonly Condition[],
  variables: Readonly<Record<string, unknown>>,
): boolean =>
  conditions.some((when) =>
    when.every(({ variable, expected }) => (variables[variable] === true) === expected),
  );

/** True when the field that is being resolved selects the field at this path of names. */
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

/** Records the condition of a fragment spread; false when a weaker one is recorded already. */
function addSpread(spread: Map<string, Condition[]>, name: string, condition: Condition): boolean {
  const known = spread.get(name) ?? [];
  if (known.some((weaker) => weaker.every((demand) => implies(condition, demand)))) return false;
  spread.set(name, [...known, condition]);
  return true;
}

const implies = (condition: Condition, { variable, expected }: VariableCondition): boolean =>
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
    if (implies(condition, { ...demand, expected: !expected })) return 'never';
    if (!implies(condition, demand)) condition = [...condition, demand];
  }
  return condition;
}
