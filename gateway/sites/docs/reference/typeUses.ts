import {
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';

/**
 * Returns the coordinates that use each type, by the name of the type: fields, arguments, input fields, and unions, e.g.
 * `Film.topics`, `Query.films(filter:)`, `SearchItem`.
 */
export function findTypeUses(schema: GraphQLSchema): ReadonlyMap<string, readonly string[]> {
  const uses = new Map<string, string[]>();
  const add = (type: GraphQLType, coordinate: string) => {
    const { name } = getNamedType(type);
    const known = uses.get(name);
    if (known) known.push(coordinate);
    else uses.set(name, [coordinate]);
  };
  for (const type of publicTypes(schema)) {
    if (isUnionType(type)) for (const member of type.getTypes()) add(member, type.name);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) add(field.type, `${type.name}.${field.name}`);
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      add(field.type, `${type.name}.${field.name}`);
      for (const argument of field.args) add(argument.type, `${type.name}.${field.name}(${argument.name}:)`);
    }
  }
  return uses;
}

/** Returns the types of a schema by name, without the types of introspection and of a subgraph. */
export const publicTypes = (schema: GraphQLSchema): readonly GraphQLNamedType[] =>
  Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('_'))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
