import { expect, test } from '@jest/globals';
import type { TypeNode } from 'groq-js';
import { readCoreSdl } from '../../../graphql/schema/buildSchema.ts';
import { mapSchema } from '../mapping/mapSchema.ts';
import {
  boolean,
  declaration,
  document,
  item,
  list,
  literal,
  number,
  object,
  richText,
  text,
} from '../testing/extracts.ts';
import { studioSchema } from '../testing/importSdl.ts';
import { refineFields } from './refineFields.ts';
import { collectStatistics } from './sampleStatistics.ts';

/** Returns the field `value` of a type after it was refined by documents with these values. */
function refine(
  node: TypeNode,
  values: readonly unknown[],
  { name = 'value', isRequired: isRequiredInStudio = false } = {},
) {
  const [required, optional] = isRequiredInStudio ? [{ [name]: node }, {}] : [{}, { [name]: node }];
  const schema = studioSchema([document('post', optional, required)]);
  const model = mapSchema(schema, readCoreSdl().definitions);
  const documents = values.map((value) => ({ _type: 'post', [name]: value }));
  refineFields(model, collectStatistics(model, documents));
  const field = model.types.get('Post')?.fields.find((own) => own.name === name);
  const { typeName = '', isList, isRequired, directives = [] } = field ?? {};
  return [`${isList ? `[${typeName}!]` : typeName}${isRequired ? '!' : ''}`, ...directives].join(' ');
}

const DAYS = [1, 2, 3, 4, 5].map((day) => `2026-01-0${day}`);
const TIMES = DAYS.map((day) => `${day}T10:00:00Z`);

test.each([
  ['whole numbers', number, [1, 2, 3, 4, undefined, 5], 'Int'],
  ['a few whole numbers, which can be an accident', number, [1, 2, undefined], 'Float'],
  ['a number that is the same everywhere', number, [0, 0, 0, 0, 0, 0], 'Float'],
  ['a number with a fraction', number, [1, 2, 3, 4, 5, 5.5], 'Float'],
  ['numbers beyond the integers of GraphQL', number, [1, 2, 3, 4, 2 ** 31], 'Float'],
  ['days', text, [...DAYS, undefined], 'Date'],
  ['a few days, which can be an accident', text, ['2026-01-31', undefined], 'String'],
  ['times', text, [...TIMES, undefined], 'DateTime'],
  ['days and other texts', text, [...DAYS, 'soon', undefined], 'String'],
  ['an optional value that no document lacks', text, ['a', 'b', 'c', 'd', 'e'], 'String'],
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
  ['a text in place of a list', list(text), [['a'], 'b', ['c'], ['d'], ['e']], '[String!]!'],
  ['objects and a list', object({ a: text }), [{}, {}, {}, {}, []], 'PostValue'],
  ['optional objects that no document lacks', object({ a: text }), [{}, {}, {}, {}, {}], 'PostValue'],
  ['Booleans and a text', boolean, [true, true, false, true, 'yes'], 'Boolean'],
  ['lists of texts', list(text), [['a'], ['b'], ['c'], ['d'], ['e']], '[String!]!'],
])('samples of %s', (_name, node, values, expected) => {
  expect(refine(node, values)).toBe(expected);
});

test.each([
  [
    'times and a day',
    ['2026-01-31T10:00:00Z', '2026-02-01T10:00:00Z', '2026-03-01'],
    '2 times, 1 day',
    'DateTime',
  ],
  ['days and another text', ['2026-01-31', '2026-02-01', 'soon'], '2 days, 1 other value', 'Date'],
])('a text whose samples are %s has a guess', (_name, values, kinds, typeName) => {
  const schema = studioSchema([document('post', { start: text })]);
  const model = mapSchema(schema, readCoreSdl().definitions);
  const documents = values.map((start) => ({ _type: 'post', start }));
  refineFields(model, collectStatistics(model, documents));
  const guess = `String, as the sampled values are ${kinds}. Declare ${typeName} and correct the other values.`;
  expect(model.notes).toEqual([{ kind: 'guess', path: 'post.start', text: guess }]);
  expect(model.types.get('Post')?.fields[0]?.comments).toEqual([`Guess: ${guess}`]);
});

test('a text with a few dates among other values has no guess', () => {
  const schema = studioSchema([document('post', { start: text })]);
  const model = mapSchema(schema, readCoreSdl().definitions);
  refineFields(
    model,
    collectStatistics(
      model,
      ['2026-01-31', 'soon'].map((start) => ({ _type: 'post', start })),
    ),
  );
  expect(model.notes).toEqual([]);
});

test.each([
  ['that no document lacks', ['a', 'b', 'c', 'd', 'e'], 'String!'],
  ['that few documents have', ['a', 'b'], 'String'],
  ['that a document lacks', ['a', 'b', 'c', 'd', undefined], 'String'],
  ['of which one is of another kind', ['a', 'b', 'c', 'd', 5], 'String'],
])('required values of the studio %s', (_name, values, expected) => {
  expect(refine(text, values, { isRequired: true })).toBe(expected);
});

test('a value in an inline object is never required: a missing one would remove its document', () => {
  const hero = declaration('hero', {
    type: 'object',
    attributes: {
      _type: { type: 'objectAttribute', value: literal('hero') },
      heading: { type: 'objectAttribute', value: text },
    },
  });
  const extract = [document('page', { blocks: list(item('hero')) }), hero];
  const model = mapSchema(studioSchema(extract), readCoreSdl().definitions);
  const blocks = ['a', 'b', 'c', 'd', 'e'].map((heading) => ({ _type: 'hero', heading }));
  refineFields(model, collectStatistics(model, [{ _type: 'page', blocks }]));
  expect(model.types.get('Hero')?.fields).toMatchObject([{ name: 'heading', isRequired: false }]);
});

test('samples decide over names', () => {
  expect(refine(number, [2.5], { name: 'year' })).toBe('Float');
  expect(refine(text, DAYS, { name: 'publishedAt' })).toBe('Date');
  expect(refine(text, TIMES.slice(0, 1), { name: 'publishedAt' })).toBe('DateTime');
  expect(refine(text, ['soon'], { name: 'publishedAt' })).toBe('String');
});
