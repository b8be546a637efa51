import { expect, test } from '@jest/globals';
import { stegaClean } from '@sanity/client/stega';
import { encodeTexts } from './encodeTexts.ts';

const mapping = (isText: boolean) => ({
  type: 'value' as const,
  source: { type: 'documentValue' as const, document: 0, path: 0 },
  ...(isText && { isText }),
});

/** Returns whether a value has invisible characters in a response whose mapping of it is given. */
function isEncoded(value: unknown, mappings: object, objects = {}): boolean {
  const contentSourceMaps = {
    documents: [{ _id: 'drafts.film', _type: 'film' }],
    paths: ["$['about']"],
    mappings: mappings as Record<string, ReturnType<typeof mapping>>,
    objects,
  };
  const { about } = encodeTexts({ data: { about: value }, extensions: { contentSourceMaps } }, '/') as {
    about: unknown;
  };
  expect(stegaClean(about)).toEqual(value);
  return about !== value;
}

test.each([
  ['a text', 'Two wings', true],
  ['a text with a colon', 'Chaos: two wings', true],
  ['an address', 'https://example.org/a', false],
  ['a path', '/films', false],
  ['an address for mail', 'mailto:a@example.org', false],
  ['a mailbox', 'a@example.org', false],
])('encodes %s of a text field: %j → %j', (_title, value, expected) => {
  expect(isEncoded(value, { "$['about']": mapping(true) })).toBe(expected);
});

test('encodes no values of other fields', () => {
  expect(isEncoded('Two wings', { "$['about']": mapping(false) })).toBe(false);
});

test('encodes the plain text of a rich text', () => {
  expect(isEncoded('Two wings', {}, { "$['about']": mapping(false) })).toBe(true);
});
