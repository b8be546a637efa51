import {
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isUnionType,
} from 'graphql';

const ofSchema = new WeakMap<GraphQLSchema, ReadonlyMap<string, readonly string[]>>();

/** Returns the coordinates of the fields and arguments of a type, of the unions that contain it and of the types that implement it. */
export function usedBy(schema: GraphQLSchema, type: GraphQLNamedType): readonly string[] {
  const known = ofSchema.get(schema) ?? usesIn(schema);
  ofSchema.set(schema, known);
  return known.get(type.name) ?? [];
}

function usesIn(schema: GraphQLSchema): ReadonlyMap<string, readonly string[]> {
  const uses = new Map<string, string[]>();
  const add = (type: GraphQLNamedType, coordinate: string) => {
    const list = uses.get(type.name);
    if (list) list.push(coordinate);
    else uses.set(type.name, [coordinate]);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue;
    if (isUnionType(type)) for (const member of type.getTypes()) add(member, type.name);
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const implemented of type.getInterfaces()) add(implemented, type.name);
      for (const field of Object.values(type.getFields())) {
        add(getNamedType(field.type), `${type.name}.${field.name}`);
        for (const { name, type: argument } of field.args)
          add(getNamedType(argument), `${type.name}.${field.name}(${name}:)`);
      }
    }
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields()))
        add(getNamedType(field.type), `${type.name}.${field.name}`);
  }
  return uses;
}
