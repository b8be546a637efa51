import { expect, test } from '@jest/globals';
import { buildSchema, type GraphQLNamedType } from 'graphql';
import { parseDocument } from './parseDocument.ts';
import { idOf, type Place, typesAt } from './place.ts';
import { argumentsAt, fieldRows, fragmentRows, type SelectionRow } from './rows.ts';

const SCHEMA = buildSchema(/* GraphQL */ `
  type Query {
    film(id: ID, size: Int): Film
    items: [Item]
  }
  interface Item {
    title: String
  }
  type Film implements Item {
    title: String
    slug: String
    film: Film
  }
  type Topic implements Item {
    title: String
  }
`);
const QUERY = `query A($id: ID) {
  film(id: $id, size: 2) { title: slug ...F film { title } b: film { slug } }
  items { __typename ... on Topic { title } ...G }
}
fragment F on Film { ...G }
fragment G on Item { title }
fragment H on Topic { title }`;

const at = (...fields: readonly string[]): Place => ({
  root: { operation: 'query' },
  steps: fields.map((field) => ({ field, key: field })),
});
const { definitions } = parseDocument(QUERY);
const typeAt = (place: Place) => typesAt(SCHEMA, place)?.type as GraphQLNamedType;
const texts = (rows: readonly SelectionRow[]) =>
  rows.map(({ step, isSelected }) => `${isSelected ? '+' : '-'} ${idOf(step)}`);

test('explorer: fields at a place are selected by their aliases, and by the fragments there', () => {
  const rows = fieldRows(definitions, at('film'), typeAt(at('film')));
  expect(texts(rows)).toEqual(['- title2: title', '+ title: slug', '+ film', '+ b: film']);
  expect(rows.map(({ fragments }) => fragments)).toEqual([['F'], [], [], []]);
  expect(texts(fieldRows(definitions, at('items'), typeAt(at('items'))))).toEqual([
    '+ __typename',
    '- title',
  ]);
});

test('explorer: fragments at a place are those of its possible types and those of the document that fit', () => {
  const rowsAt = (place: Place) => texts(fragmentRows(SCHEMA, definitions, place, typeAt(place)));
  expect(rowsAt(at('items'))).toEqual(['- ... on Film', '+ ... on Topic', '- ...F', '+ ...G', '- ...H']);
  expect(rowsAt(at('film'))).toEqual(['+ ...F', '- ...G']);
  expect(rowsAt(at())).toEqual([]);
  expect(rowsAt({ root: { fragment: 'G', on: 'Item' }, steps: [] })).not.toContain('- ...G');
});

test('explorer: fields at a place that the document does not have are not selected', () => {
  const place = at('film', 'film', 'film');
  expect(texts(fieldRows(definitions, place, typeAt(place)))).toEqual(['- title', '- slug', '- film']);
});

test('explorer: arguments at a place have their texts', () => {
  expect([...argumentsAt(definitions, at('film'))]).toEqual([
    ['id', '$id'],
    ['size', '2'],
  ]);
});
