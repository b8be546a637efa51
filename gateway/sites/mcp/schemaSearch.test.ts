import { expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { createSchemaSearch } from './schemaSearch.ts';

const schema = buildSchema('type Query { film: Film } "A moving picture." type Film { videoStatus: String }');
const search = createSchemaSearch();

test('schema search: finds words of names, also of names in camel case', () => {
  expect(search(schema, 'status of videos', 3)[0]).toBe('Film.videoStatus: String');
  expect(search(schema, 'videoStatus', 3)[0]).toBe('Film.videoStatus: String');
});

test('schema search: reads the first eight different words', () => {
  const words = (count: number) => Array.from({ length: count }, (_, i) => `unknown${i}`).join(' ');
  expect(search(schema, `${words(7)} picture`, 3)).toHaveLength(1);
  expect(search(schema, `${'other '.repeat(20)} picture`, 3)).toHaveLength(1);
  expect(search(schema, `${words(8)} picture`, 3)).toEqual([]);
});
