import { GraphQLBoolean, GraphQLFloat, GraphQLID, GraphQLInt, GraphQLString } from 'graphql';
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
  const stored = model.enums.get(typeName);
  if (stored) return [...stored.values()].includes(value as string);
  const serialize = SERIALIZE[typeName];
  if (!serialize) return true;
  try {
    serialize(value);
    return true;
  } catch {
    return false;
  }
}
