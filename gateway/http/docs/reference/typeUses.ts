import {
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

/** A coordinate of a schema that uses a type: `Film.topics`, `Query.films(filter:)`. */
export interface TypeUse {
  readonly coordinate: string;
  /** The type with the field. */
  readonly owner: string;
  readonly field: string;
}

/** Returns the fields, arguments and input fields of each type, by the name of the type. */
export function findTypeUses(schema: GraphQLSchema): ReadonlyMap<string, readonly TypeUse[]> {
  const uses = new Map<string, TypeUse[]>();
  const add = (type: Pick<GraphQLInputField, 'type'>, use: TypeUse) => {
    const { name } = getNamedType(type.type);
    uses.set(name, [...(uses.get(name) ?? []), use]);
  };
  for (const type of publicTypes(schema)) {
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields()))
        add(field, { coordinate: `${type.name}.${field.name}`, owner: type.name, field: field.name });
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const use = { coordinate: `${type.name}.${field.name}`, owner: type.name, field: field.name };
      add(field as never, use);
      for (const argument of field.args)
        add(argument, { ...use, coordinate: `${use.coordinate}(${argument.name}:)` });
    }
  }
  return uses;
}

/** Returns the types of a schema by name, without those of introspection and of a subgraph. */
export const publicTypes = (schema: GraphQLSchema): readonly GraphQLNamedType[] =>
  Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('_'))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
