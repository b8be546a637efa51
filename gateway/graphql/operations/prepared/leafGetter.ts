import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  type GraphQLLeafType,
  GraphQLString,
} from 'graphql';
import type { FieldGetter } from '../../../core/fieldGetter.ts';

/**
 * Returns a function that reads and serializes a leaf; undefined where the resolver has to be called.
 * @param isRequired whether null is an error
 */
export function leafGetter(read: FieldGetter, type: GraphQLLeafType, isRequired: boolean): FieldGetter {
  const serialize = serializerOf(type);
  const absent = isRequired ? undefined : null;
  return (parent) => {
    const value = read(parent);
    if (value === null) return absent;
    return value === undefined ? undefined : serialize(value);
  };
}

/** Returns a function that serializes a value; undefined for an invalid one. */
function serializerOf(type: GraphQLLeafType): (value: unknown) => unknown {
  const isSerialized = SERIALIZED_FORMS.get(type);
  if (isSerialized) return (value) => (isSerialized(value) ? value : undefined);
  return (value) => {
    try {
      return type.serialize(value) ?? undefined;
    } catch {
      return undefined;
    }
  };
}

const isText = (value: unknown): boolean => typeof value === 'string';

/** The values of built-in scalars that do not change when they are serialized. */
const SERIALIZED_FORMS = new Map<GraphQLLeafType, (value: unknown) => boolean>([
  [GraphQLString, isText],
  [GraphQLID, isText],
  [GraphQLBoolean, (value) => typeof value === 'boolean'],
  // The operator converts to 32 bits.
  [GraphQLInt, (value) => typeof value === 'number' && (value | 0) === value],
  [GraphQLFloat, (value) => Number.isFinite(value)],
]);
