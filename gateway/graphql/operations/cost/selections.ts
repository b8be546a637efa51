import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getDirectiveValues,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';

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

/** Returns whether a fragment with a type condition can apply to a type. */
export function typeApplies(schema: GraphQLSchema, condition: string, type: GraphQLNamedType): boolean {
  if (condition === type.name) return true;
  const wanted = schema.getType(condition);
  if (isAbstractType(wanted) && isObjectType(type)) return schema.isSubType(wanted, type);
  return isAbstractType(type);
}

/** Returns whether a selection has the same fields for every type of an interface. */
export const hasOnlyFields = (set: SelectionSetNode): boolean =>
  set.selections.every(({ kind }) => kind === Kind.FIELD);

/** Returns whether a value in a document is a variable or contains one. */
export function containsVariable(value: ValueNode): boolean {
  if (value.kind === Kind.LIST) return value.values.some(containsVariable);
  if (value.kind === Kind.OBJECT) return value.fields.some((field) => containsVariable(field.value));
  return value.kind === Kind.VARIABLE;
}
