import { expect, test } from '@jest/globals';
import { buildSchema, type GraphQLNamedType } from 'graphql';
import { placeOfRoot, referencePath } from './entries.ts';
import { searchSchema } from './searchSchema.ts';
import { usedBy } from './usedBy.ts';

const SCHEMA = buildSchema(/* GraphQL */ `
  type Query {
    film(id: ID!): Film
    films(filter: FilmFilter): [Film]
  }
  "A short film with captions."
  type Film implements Named {
    name: String
    "Its length in seconds, without the captions at the end."
    length(unit: Unit = SECONDS): Int
  }
  interface Named {
    name: String
  }
  union Item = Film
  input FilmFilter {
    and: [FilmFilter!]
    unit: Unit
  }
  enum Unit {
    SECONDS
    FRAMES
  }
`);

test.each([
  ['film', ['Film', 'Query.film', 'FilmFilter', 'Query.films']],
  ['unit', ['Unit', 'FilmFilter.unit', 'Film.length(unit:)']],
  ['frames', ['Unit.FRAMES']],
  ['Film.len', ['Film.length', 'Film.length(unit:)']],
  ['captions seconds', ['Film.length']],
  ['xyzzy', []],
  [' ', []],
])('explorer: the search for %j finds names before descriptions', (text, expected) => {
  const found = searchSchema(SCHEMA, text).map(({ coordinate }) => coordinate);
  expect(found.slice(0, expected.length)).toEqual(expected);
  if (expected.length < 2) expect(found).toHaveLength(expected.length);
});

test('explorer: a type is used by fields, arguments, unions and types that implement it', () => {
  const usersOf = (name: string) => usedBy(SCHEMA, SCHEMA.getType(name) as GraphQLNamedType);
  expect(usersOf('Film')).toEqual(['Query.film', 'Query.films', 'Item']);
  expect(usersOf('FilmFilter')).toEqual(['Query.films(filter:)', 'FilmFilter.and']);
  expect(usersOf('Unit')).toEqual(['Film.length(unit:)', 'FilmFilter.unit']);
  expect(usersOf('Named')).toEqual(['Film']);
  expect(usersOf('Item')).toEqual([]);
});

test('explorer: parts of the schema have pages in the reference, and root fields places', () => {
  expect(referencePath(SCHEMA, 'Query.film')).toBe('/docs/reference/Query.film');
  expect(referencePath(SCHEMA, 'Film.length')).toBe('/docs/reference/Film#length');
  expect(referencePath(SCHEMA, 'Film')).toBe('/docs/reference/Film');
  expect(placeOfRoot(SCHEMA, 'Query.film')).toEqual({
    root: { operation: 'query' },
    steps: [{ field: 'film', key: 'film' }],
  });
  expect(placeOfRoot(SCHEMA, 'Film.length')).toBeUndefined();
});
