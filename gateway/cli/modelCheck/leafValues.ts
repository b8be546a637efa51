import { GraphQLBoolean, GraphQLFloat, GraphQLID, GraphQLInt, GraphQLString, Kind } from 'graphql';
import type { Model } from '../../core/model/model.ts';
import { scalars } from '../../graphql/schema/scalars.ts';

/** Converts a stored value. @throws Error for a value of another type */
type Serialize = (value: unknown) => unknown;

const SERIALIZE: Readonly<Record<string, Serialize>> = {
  String: GraphQLString.serialize,
  Int: GraphQLInt.serialize,
  Float: GraphQLFloat.serialize,
  Boolean: GraphQLBoolean.serialize,
  ID: GraphQLID.serialize,
  DateTime: scalars.DateTime.serialize,
  Date: scalars.Date.serialize,
};

/** Returns whether a field of a scalar or an enum can return a stored value. */
export function isLeafValue(model: Model, typeName: string, value: unknown): boolean {
  const serialize = SERIALIZE[typeName];
  if (!serialize)
    return model.enums.has(typeName) ? enumValues(model, typeName).includes(value as string) : true;
  try {
    serialize(value);
    return true;
  } catch {
    return false;
  }
}

/** Returns the values of an enum of the model. */
export const enumValues = ({ definitions }: Pick<Model, 'definitions'>, name: string): readonly string[] =>
  definitions.definitions.flatMap((definition) =>
    definition.kind === Kind.ENUM_TYPE_DEFINITION && definition.name.value === name
      ? (definition.values ?? []).map((value) => value.name.value)
      : [],
  );
