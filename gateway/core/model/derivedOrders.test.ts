import { expect, test } from '@jest/globals';
import { Kind, parse } from 'graphql';
import { readModel } from '../../graphql/schema/model/readModel.ts';
import { derivedTypes } from './derivedTypes.ts';

/** Returns the orders of a type, without the orders that every document has. */
function ordersOf(fields: string): string[] {
  const model = readModel(
    parse(`type Song @document ${fields} enum Mood { calm wild } type Part { title: String }`),
  );
  const orders = derivedTypes(model, new Set()).find(({ name }) => name.value === 'SongOrderField');
  const values = orders?.kind === Kind.ENUM_TYPE_DEFINITION ? (orders.values ?? []) : [];
  return values.map(({ name }) => name.value).filter((name) => !/^(CREATED|UPDATED)_AT$/.test(name));
}

test.each<[kind: string, fields: string, orders: string[]]>([
  [
    'numbers, dates, times and Booleans',
    '{ year: Int rating: Float born: Date at: DateTime live: Boolean }',
    ['YEAR', 'RATING', 'BORN', 'AT', 'LIVE'],
  ],
  ['places, by distance', '{ place: GeoPoint }', ['PLACE']],
  [
    'names by convention, and the slug',
    '{ title: String name: String slug: String }',
    ['TITLE', 'NAME', 'SLUG'],
  ],
  ['the declared label', '{ motto: String @label other: String }', ['MOTTO']],
  [
    'the text with the highest search weight',
    '{ motto: String @searchable(weight: 2) other: String @searchable }',
    ['MOTTO'],
  ],
  [
    'the fields of lookups',
    '@lookup(by: ["code", "country"]) { code: String country: String other: String }',
    ['CODE', 'COUNTRY'],
  ],
  ['texts with @orderable', '{ summary: String lastName: String @orderable }', ['LAST_NAME']],
  [
    'no other texts, lists, enums, objects, media and rich text',
    '{ accent: String names: [String!] years: [Int!] mood: Mood part: Part cover: Image text: RichText link: URL song: Song }',
    [],
  ],
])('orders of a type: %s', (_kind, fields, orders) => {
  expect(ordersOf(fields)).toEqual(orders);
});
