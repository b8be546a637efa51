import {
  type DefinitionNode,
  doTypesOverlap,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  print,
  TypeNameMetaFieldDef,
} from 'graphql';
import { idOf, nodesAt, type Place, type Step, selectionsIn, stepTo } from './place.ts';
import { freeName } from './variables.ts';

/** A selection that a document has or could have at a place. */
export interface SelectionRow {
  readonly step: Step;
  readonly isSelected: boolean;
}

/** A field that a document has or could have at a place. */
export interface FieldRow extends SelectionRow {
  readonly field: GraphQLField<unknown, unknown>;
  /** The named fragments at the place that select the field too. */
  readonly fragments: readonly string[];
}

/** Returns the fields of a type at a place: one row for each alias of a field, or one for a field that is not selected. */
export function fieldRows(
  definitions: readonly DefinitionNode[],
  place: Place,
  type: GraphQLNamedType,
): readonly FieldRow[] {
  const steps = stepsAt(definitions, place);
  const taken = new Set(steps.flatMap((step) => ('field' in step ? step.key : [])));
  const spreads = steps.flatMap((step) => ('spread' in step ? step.spread : []));
  return fieldsOf(type).flatMap((field): readonly FieldRow[] => {
    const { name } = field;
    const fragments = spreads.filter((spread) => selects(definitions, spread, name));
    const selected = steps.filter((step) => 'field' in step && step.field === name);
    if (selected.length === 0)
      return [{ step: { field: name, key: freeName(name, taken) }, isSelected: false, field, fragments }];
    return selected.map((step) => ({ step, isSelected: true, field, fragments }));
  });
}

const fieldsOf = (type: GraphQLNamedType): readonly GraphQLField<unknown, unknown>[] => [
  ...(isAbstractType(type) ? [TypeNameMetaFieldDef] : []),
  ...(isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []),
];

/** Returns the fragments at a place: those on the possible types of a type, and the fragments of the document that fit. */
export function fragmentRows(
  schema: GraphQLSchema,
  definitions: readonly DefinitionNode[],
  place: Place,
  type: GraphQLNamedType,
): readonly SelectionRow[] {
  if (!isCompositeType(type)) return [];
  const possible = isAbstractType(type)
    ? schema.getPossibleTypes(type).map(({ name }) => ({ on: name }))
    : [];
  const named = definitions.flatMap((definition) =>
    fits(schema, definition, type, place) ? { spread: definition.name.value } : [],
  );
  const selected = stepsAt(definitions, place).filter((step) => !('field' in step));
  const isSelected = new Set(selected.map(idOf));
  const steps = new Map([...possible, ...named, ...selected].map((step: Step) => [idOf(step), step]));
  return [...steps].map(([id, step]) => ({ step, isSelected: isSelected.has(id) }));
}

function fits(
  schema: GraphQLSchema,
  definition: DefinitionNode,
  type: GraphQLNamedType,
  { root }: Place,
): definition is FragmentDefinitionNode {
  if (definition.kind !== Kind.FRAGMENT_DEFINITION || !isCompositeType(type)) return false;
  const on = schema.getType(definition.typeCondition.name.value);
  const isOwn = 'fragment' in root && root.fragment === definition.name.value;
  return !isOwn && isCompositeType(on) && doTypesOverlap(schema, on, type);
}

/** Returns the arguments of the field at a place by their names, as texts. */
export function argumentsAt(
  definitions: readonly DefinitionNode[],
  place: Place,
): ReadonlyMap<string, string> {
  const nodes = nodesAt(definitions, place).filter((node) => node.kind === Kind.FIELD);
  return new Map(
    nodes.flatMap(({ arguments: list = [] }) => list.map(({ name, value }) => [name.value, print(value)])),
  );
}

/** Returns the steps to the selections at a place, each once. */
function stepsAt(definitions: readonly DefinitionNode[], place: Place): readonly Step[] {
  const steps = selectionsIn(nodesAt(definitions, place)).flatMap((selection) => stepTo(selection) ?? []);
  return [...new Map(steps.map((step) => [idOf(step), step])).values()];
}

/** Returns whether a named fragment selects a field, directly or through other fragments. */
function selects(
  definitions: readonly DefinitionNode[],
  name: string,
  field: string,
  seen: readonly string[] = [],
): boolean {
  const place: Place = { root: { fragment: name, on: '' }, steps: [] };
  return stepsAt(definitions, place).some(
    (step) =>
      ('field' in step && step.field === field) ||
      ('spread' in step &&
        !seen.includes(step.spread) &&
        selects(definitions, step.spread, field, [...seen, name])),
  );
}
