import { expect, test } from '@jest/globals';
import { encodeTexts } from '../../../schema/source-maps/encodeTexts.ts';
import { summary } from './summary.ts';

test('summary: keeps a short text, on one line', () => {
  expect(summary('One.\n\nTwo.')).toBe('One. Two.');
});

test('summary: cuts a long text after a sentence or a word', () => {
  expect(summary('It begins here. It goes on. And on and on and on.', 30)).toBe(
    'It begins here. It goes on.',
  );
  const cut = summary('A sentence that does not come to its end before the limit is reached, ever.', 40);
  expect(cut).toBe('A sentence that does not come to its…');
  expect(cut.length).toBeLessThanOrEqual(40);
});

test('summary: does not cut after an initial, a title or an abbreviation', () => {
  const start = 'Thousands of points start close together. They obey';
  for (const name of [
    'Edward N. Lorenz',
    'E. N. Lorenz',
    'Dr. Lorenz',
    'approx. one of',
    'St. Andrews',
    'Thomas (T.) Young',
  ])
    expect(summary(`${start} the equations of ${name} and then many more words follow.`, 80)).toBe(
      'Thousands of points start close together.',
    );
  expect(summary('Who leads? Nobody! They just fly along, each by its neighbours.', 24)).toBe(
    'Who leads? Nobody!',
  );
  expect(summary('It is “over.” The end comes later, and it is long.', 20)).toBe('It is “over.”');
});

test('summary: does not contain or count the source of a text in preview', () => {
  const path = "$['text']";
  const source = { type: 'documentValue' as const, document: 0, path: 0 };
  const contentSourceMaps = {
    documents: [{ _id: 'film', _type: 'film' }],
    paths: [path],
    mappings: { [path]: { type: 'value' as const, source, isText: true } },
  };
  const text = 'One two three.';
  const encoded = encodeTexts({ data: { text }, extensions: { contentSourceMaps } }, '/') as { text: string };
  expect(encoded.text.length).toBeGreaterThan(100);
  expect(summary(encoded.text, text.length)).toBe(text);
});

test('summary: keeps a sentence that ends at the limit', () => {
  expect(summary('One two three. Four five six seven.', 14)).toBe('One two three.');
});

test('summary: cuts a text without spaces between characters', () => {
  expect(summary(`${'長'.repeat(30)}。${'文'.repeat(30)}`, 40)).toBe(`${'長'.repeat(30)}。`);
  expect(summary('長'.repeat(60), 40)).toBe(`${'長'.repeat(39)}…`);
  expect(summary(`แม่น้ำ ${'น้ำ'.repeat(30)}`, 40)).toMatch(/^แม่น้ำ น้ำ.{20,}…$/);
  expect(summary('🦋'.repeat(60), 40)).toBe(`${'🦋'.repeat(19)}…`);
});
