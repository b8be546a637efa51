import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type FragmentSpreadNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getDirectiveValues,
  type InlineFragmentNode,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import { fragmentApplies } from '../../../core/selection.ts';

/**
 * Returns whether `@skip` or `@include` exclude a selection.
 * @param variables coerced
 */
export function isExcluded(
  schema: GraphQLSchema,
  selection: SelectionNode,
  variables: Readonly<Record<string, unknown>>,
): boolean {
  if (!selection.directives?.length) return false;
  const conditionOf = (name: string) => {
    const directive = schema.getDirective(name);
    return directive ? getDirectiveValues(directive, selection, variables)?.if : undefined;
  };
  return conditionOf('skip') === true || conditionOf('include') === false;
}

/** Returns the fragments of a document by name. */
export const fragmentsOf = ({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> =>
  new Map(
    definitions
      .filter(
        (definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION,
      )
      .map((fragment) => [fragment.name.value, fragment]),
  );

/** The schema, fragments and conditions with which fields are merged. */
export interface FieldMergingScope {
  readonly schema: GraphQLSchema;
  fragmentOf(name: string): FragmentDefinitionNode | undefined;
  /** Returns whether `@skip` or `@include` exclude a selection. */
  isExcluded(selection: SelectionNode): boolean;
}

/**
 * Returns the fields of selection sets that apply to a type, by response key: fields with the same key are one in the
 * response (https://spec.graphql.org/September2025/#sec-Field-Selection-Merging).
 */
export function mergedFields(
  scope: FieldMergingScope,
  sets: readonly SelectionSetNode[],
  type: GraphQLNamedType,
): ReadonlyMap<string, readonly FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const spreadFragments = new Set<string>();
  for (const set of sets) addFields(set);
  return fields;

  function addFields({ selections }: SelectionSetNode): void {
    for (const selection of selections) {
      if (scope.isExcluded(selection)) continue;
      if (selection.kind === Kind.FIELD) {
        const key = (selection.alias ?? selection.name).value;
        const known = fields.get(key);
        if (known) known.push(selection);
        else fields.set(key, [selection]);
        continue;
      }
      const fragment = nextFragment(selection);
      const condition = fragment?.typeCondition?.name.value;
      if (fragment && (!condition || typeApplies(scope.schema, condition, type)))
        addFields(fragment.selectionSet);
    }
  }

  /** Returns a fragment; undefined for a named fragment that was added before. */
  function nextFragment(selection: FragmentSpreadNode | InlineFragmentNode) {
    if (selection.kind === Kind.INLINE_FRAGMENT) return selection;
    const name = selection.name.value;
    if (spreadFragments.has(name)) return undefined;
    spreadFragments.add(name);
    return scope.fragmentOf(name);
  }
}

/** Returns whether a fragment with a type condition can apply to a type. */
function typeApplies(schema: GraphQLSchema, condition: string, type: GraphQLNamedType): boolean {
  return isAbstractType(type) || fragmentApplies(schema, type.name, condition);
}

/** Returns the types for which the fields of selection sets can differ: all types of an abstract type if there are fragments. */
export function typesOf(
  schema: GraphQLSchema,
  sets: readonly SelectionSetNode[],
  type: GraphQLNamedType,
): readonly GraphQLNamedType[] {
  const hasFragments = sets.some(({ selections }) => selections.some(({ kind }) => kind !== Kind.FIELD));
  return isAbstractType(type) && hasFragments ? schema.getPossibleTypes(type) : [type];
}

/** Returns whether a value in a document is a variable or contains one. */
export function containsVariable(value: ValueNode): boolean {
  if (value.kind === Kind.LIST) return value.values.some(containsVariable);
  if (value.kind === Kind.OBJECT) return value.fields.some((field) => containsVariable(field.value));
  return value.kind === Kind.VARIABLE;
}
