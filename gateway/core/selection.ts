import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** The value of a variable that `@include` or `@skip` requires. */
export interface VariableCondition {
  readonly variable: string;
  readonly expected: boolean;
}

/** The conditions of `@include` and `@skip`; all must hold. */
export type Conditions = readonly VariableCondition[];

/** A selection set and its conditions. */
export interface Selection {
  readonly set: SelectionSetNode;
  readonly when: Conditions;
}

/** One occurrence of a field in the document. */
export interface SelectedField {
  readonly node: FieldNode;
  readonly when: Conditions;
}

/** Returns a function that is true for the arguments of a field that an operation passes, as null or another value. */
export const givenArguments =
  ({ arguments: args }: FieldNode, variables: Readonly<Record<string, unknown>>) =>
  (name: string): boolean => {
    const value = args?.find((argument) => argument.name.value === name)?.value;
    return value !== undefined && (value.kind !== Kind.VARIABLE || variables[value.name.value] !== undefined);
  };

/** The constant context of an operation. */
export interface SelectionScope {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
}

/** Returns whether a fragment applies to an object type. @param condition the type condition of the fragment, if it has one */
export function fragmentApplies(schema: GraphQLSchema, typeName: string, condition?: string): boolean {
  if (condition === undefined || condition === typeName) return true;
  const [abstract, type] = [schema.getType(condition), schema.getType(typeName)];
  return isAbstractType(abstract) && isObjectType(type) && schema.isSubType(abstract, type);
}

/** Returns the selection sets below fields, with the fields' conditions. */
export const selectionsOf = (fields: readonly SelectedField[]): Selection[] =>
  fields.flatMap(({ node, when }) => (node.selectionSet ? [{ set: node.selectionSet, when }] : []));

/** Returns every occurrence of the field that is being resolved; its conditions hold already. */
export const fieldsAt = (info: GraphQLResolveInfo): SelectedField[] =>
  info.fieldNodes.map((node) => ({ node, when: [] }));

/** Returns the key of the field that is being resolved. A prepared operation creates `info.path` only if it is read. */
export const responseKeyOf = ({ fieldNodes: [node] }: GraphQLResolveInfo): string =>
  (node?.alias ?? (node as FieldNode).name).value;

/** Returns the selection sets of the field that is being resolved. */
export const selectionsAt = (info: GraphQLResolveInfo): Selection[] => selectionsOf(fieldsAt(info));

/** Returns whether one of the alternatives holds for the variables. */
export const holds = (
  alternatives: readonly Conditions[],
  variables: Readonly<Record<string, unknown>>,
): boolean =>
  alternatives.some((when) =>
    when.every(({ variable, expected }) => (variables[variable] === true) === expected),
  );
