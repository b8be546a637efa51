import {
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getNamedType,
  Kind,
  type SelectionNode,
} from 'graphql';
import { inputError } from './errors.ts';
import {
  type Conditions,
  fragmentApplies,
  holds,
  type SelectedField,
  type Selection,
  type SelectionScope,
  selectionsAt,
  selectionsOf,
  type VariableCondition,
} from './selection.ts';

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
  typeName: string,
  selections: readonly Selection[],
): Map<string, SelectedField[]> {
  const fields = new Map<string, SelectedField[]>();
  const spread = new Map<string, Conditions[]>();
  let visitedCount = 0;
  const visit = ({ set, when }: Selection) => {
    for (const selection of set.selections) {
      visitedCount += 1;
      if (visitedCount > MAX_SELECTIONS)
        throw inputError(
          `expected at most ${MAX_SELECTIONS} selections of one ${typeName}, got more through fragments in fragments; spread each once`,
          'BAD_USER_INPUT',
          { limit: MAX_SELECTIONS },
        );
      const conditions = conditionsOf(selection, when);
      if (conditions === 'never') continue;
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value;
        const known = fields.get(key) ?? [];
        known.push({ node: selection, when: conditions });
        fields.set(key, known);
        continue;
      }
      const fragment =
        selection.kind === Kind.FRAGMENT_SPREAD ? scope.fragments[selection.name.value] : selection;
      if (!fragment || !fragmentApplies(scope.schema, typeName, fragment.typeCondition?.name.value)) continue;
      if (selection.kind === Kind.FRAGMENT_SPREAD && !addSpread(spread, selection.name.value, conditions))
        continue;
      visit({ set: fragment.selectionSet, when: conditions });
    }
  };
  for (const selection of selections) visit(selection);
  return fields;
}

/** True when the field that is being resolved selects the field at this path of names. */
export function isSelected(info: GraphQLResolveInfo, type: GraphQLObjectType, ...path: string[]): boolean {
  let selections = selectionsAt(info);
  let parent = type;
  for (const name of path) {
    const found = [...collectFields(info, parent.name, selections).values()]
      .flat()
      .filter((field) => field.node.name.value === name && holds([field.when], info.variableValues));
    if (found.length === 0) return false;
    selections = selectionsOf(found);
    const field = parent.getFields()[name];
    if (field) parent = getNamedType(field.type) as GraphQLObjectType;
  }
  return true;
}

/** Records the conditions of a fragment spread; false when weaker conditions are recorded already. */
function addSpread(spread: Map<string, Conditions[]>, name: string, conditions: Conditions): boolean {
  const known = spread.get(name) ?? [];
  if (known.some((weaker) => weaker.every((demand) => implies(conditions, demand)))) return false;
  spread.set(name, [...known, conditions]);
  return true;
}

const implies = (conditions: Conditions, { variable, expected }: VariableCondition): boolean =>
  conditions.some((demand) => demand.variable === variable && demand.expected === expected);

function conditionsOf(selection: SelectionNode, outer: Conditions): Conditions | 'never' {
  let conditions = outer;
  for (const directive of selection.directives ?? []) {
    const name = directive.name.value;
    if (name !== 'include' && name !== 'skip') continue;
    const expected = name === 'include';
    const value = directive.arguments?.[0]?.value;
    if (value?.kind === Kind.BOOLEAN && value.value !== expected) return 'never';
    if (value?.kind !== Kind.VARIABLE) continue;
    const demand = { variable: value.name.value, expected };
    if (implies(conditions, { ...demand, expected: !expected })) return 'never';
    if (!implies(conditions, demand)) conditions = [...conditions, demand];
  }
  return conditions;
}
