import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  type GraphQLLeafType,
  GraphQLScalarType,
  GraphQLString,
} from 'graphql';
import { leafWriter } from './leafWriter.ts';

const GraphQLJSON = new GraphQLScalarType({ name: 'JSON' });
const Role = new GraphQLEnumType({ name: 'Role', values: { DIRECTOR: { value: 'director' } } });
const TYPES = [GraphQLString, GraphQLID, GraphQLBoolean, GraphQLInt, GraphQLFloat, GraphQLJSON, Role];

/** Texts of every length with characters that JSON escapes, and with half surrogate pairs. */
const texts = fc.array(
  fc.oneof(
    fc.constantFrom('"', '\\', '\n', '\0', '\u007f', '\u2028', 'ß', '中', '🎬', '\ud83c', '\udfac'),
    fc.string(),
  ),
  { maxLength: 90 },
);
const values = fc.oneof(
  texts.map((parts) => parts.join('')),
  fc.constantFrom(
    null,
    undefined,
    true,
    -0,
    2 ** 31,
    -(2 ** 31),
    1e21,
    1e-7,
    Number.NaN,
    Infinity,
    'director',
  ),
  fc.double(),
  fc.integer(),
  fc.jsonValue(),
);

/** Returns the JSON of a value; undefined for a value that is an error or changes when it is serialized. */
function expectedText(type: GraphQLLeafType, value: unknown): string | undefined {
  if (value === null) return 'null';
  try {
    const serialized = type.serialize(value);
    const isChanged = type !== GraphQLJSON && type !== Role && !Object.is(serialized, value);
    return isChanged || serialized == null ? undefined : JSON.stringify(serialized);
  } catch {
    return undefined;
  }
}

test('leaf writer: writes values of every kind as JSON.stringify does, or leaves them to the resolver', () => {
  fc.assert(
    fc.property(fc.constantFrom(...TYPES), values, (type, value) => {
      const write = leafWriter({ read: () => value }, { type, isRequired: false, prefix: '{"key":' });
      const text = expectedText(type, value);
      expect(write({})).toBe(text === undefined ? undefined : `{"key":${text}`);
    }),
    { numRuns: 2000 },
  );
});

test('leaf writer: leaves null to the resolver where it is an error', () => {
  const plan = { type: GraphQLString, isRequired: true, prefix: '' };
  expect(leafWriter({ read: () => null }, plan)({})).toBeUndefined();
});
