import {
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';

/** The schema coordinates of an operation. */
interface OperationCoordinates {
  /** The coordinates in its text. */
  readonly literal: ReadonlySet<string>;
  /** The former, and all that its variables can contain. */
  readonly all: readonly string[];
}

/** Returns the deprecated coordinates that an operation uses in its text and in its variables. */
type DeprecatedIn = (variables: Readonly<Record<string, unknown>>) => readonly string[];

/** Creates a function that finds the deprecated coordinates of an operation. */
export function createDeprecationFinder(
  schema: GraphQLSchema,
): (operation: OperationDefinitionNode, coordinates: OperationCoordinates) => DeprecatedIn {
  const reasons = deprecationReasons(schema);
  return ({ variableDefinitions = [] }, { literal, all }) => {
    const possible = all.filter((coordinate) => reasons.has(coordinate));
    const ofText = possible.filter((coordinate) => literal.has(coordinate));
    if (ofText.length === possible.length) return () => ofText;
    return (variables) => {
      const used = new Set(ofText);
      for (const { variable, type: node } of variableDefinitions) {
        const type = typeFromAST(schema, node as never) as GraphQLInputType | undefined;
        const value = variables[variable.name.value];
        if (type) addCoordinates(type, value, (name) => reasons.has(name) && used.add(name));
      }
      return [...used];
    };
  };
}

/** Calls a function with the coordinates of the input fields and enum values in a value. */
function addCoordinates(type: GraphQLInputType, value: unknown, add: (coordinate: string) => void): void {
  if (value === null || value === undefined) return;
  if (isNonNullType(type)) addCoordinates(type.ofType, value, add);
  else if (isListType(type)) {
    for (const item of Array.isArray(value) ? value : [value]) addCoordinates(type.ofType, item, add);
  } else if (isEnumType(type)) add(`${type.name}.${value}`);
  else if (isInputObjectType(type) && typeof value === 'object') {
    const fields = type.getFields();
    for (const [name, inner] of Object.entries(value)) {
      const field = fields[name];
      if (!field) continue;
      add(`${type.name}.${name}`);
      addCoordinates(field.type, inner, add);
    }
  }
}

/** Returns the reasons of all deprecations of a schema by coordinate. */
export function deprecationReasons(schema: GraphQLSchema): ReadonlyMap<string, string> {
  const reasons = new Map<string, string>();
  const add = (
    coordinate: string,
    { deprecationReason }: { readonly deprecationReason?: string | null | undefined },
  ) => {
    if (deprecationReason != null) reasons.set(coordinate, deprecationReason);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isEnumType(type)) for (const value of type.getValues()) add(`${type.name}.${value.name}`, value);
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      add(`${type.name}.${field.name}`, field);
      if ('args' in field)
        for (const argument of field.args) add(`${type.name}.${field.name}(${argument.name}:)`, argument);
    }
  }
  return reasons;
}
