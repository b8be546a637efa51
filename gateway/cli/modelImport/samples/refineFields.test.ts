import { expect, test } from '@jest/globals';
import type { TypeNode } from 'groq-js';
import { readCoreSdl } from '../../../graphql/schema/buildSchema.ts';
import { readExtract } from '../extract/readExtract.ts';
import { mapSchema } from '../mapping/mapSchema.ts';
import { document, list, number, object, richText, text } from '../testing/extracts.ts';
import { refineFields } from './refineFields.ts';
import { collectStatistics } from './sampleStatistics.ts';

/** Returns the field `value` of a type after it was refined by documents with these values. */
function refine(node: TypeNode, values: readonly unknown[], name = 'value') {
  const schema = readExtract(JSON.stringify([document('post', { [name]: node })]), 'schema.json');
  const model = mapSchema(schema, readCoreSdl().definitions);
  const documents = values.map((value) => ({ _type: 'post', [name]: value }));
  refineFields(model, collectStatistics(model, documents));
  const field = model.types.get('Post')?.fields.find((own) => own.name === name);
  const { typeName = '', isList, isRequired, directives = [] } = field ?? {};
  return [`${isList ? `[${typeName}!]` : typeName}${isRequired ? '!' : ''}`, ...directives].join(' ');
}

test.each([
  ['whole numbers', number, [1, 2, 3, 4, undefined, 5], 'Int'],
  ['a few whole numbers, which can be an accident', number, [1, 2, undefined], 'Float'],
  ['a number with a fraction', number, [1, 2, 3, 4, 5, 5.5], 'Float!'],
  ['numbers beyond those of GraphQL', number, [1, 2, 3, 4, 2 ** 31], 'Float!'],
  ['days', text, ['2026-01-31', undefined], 'Date'],
  ['times', text, ['2026-01-31T10:00:00Z', undefined], 'DateTime'],
  ['days and other texts', text, ['2026-01-31', 'soon', undefined], 'String'],
  ['a value that no document lacks', text, ['a', 'b', 'c', 'd', 'e'], 'String!'],
  ['a value that few documents have', text, ['a', 'b'], 'String'],
  ['null', text, ['a', 'b', 'c', 'd', null], 'String'],
  ['no values', text, [undefined], 'String'],
  [
    'lists of objects',
    list(object({ a: text })),
    [[{}, {}], [{}], [], [{}, {}, {}], [{}]],
    '[PostValue!]! @listSize(assumedSize: 3)',
  ],
  ['few lists', list(object({ a: text })), [[{}, {}]], '[PostValue!]!'],
  [
    'rich text',
    richText(),
    [[{}], [{}, {}], [{}], [{}], [{}]],
    'RichText @listSize(assumedSize: 2, sizedFields: ["blocks"])',
  ],
  ['lists of texts', list(text), [['a'], ['b'], ['c'], ['d'], ['e']], '[String!]!'],
])('samples of %s', (_name, node, values, expected) => {
  expect(refine(node, values)).toBe(expected);
});

test('samples decide over names', () => {
  expect(refine(number, [2.5], 'year')).toBe('Float');
  expect(refine(text, ['2026-01-31'], 'publishedAt')).toBe('Date');
  expect(refine(text, ['soon'], 'publishedAt')).toBe('String');
});
