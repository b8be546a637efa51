import { describe, expect, test } from '@jest/globals';
import { modelErrorsOf } from './testing/modelErrorsOf.ts';

const page = 'type Page @document { title: String! ratio: Ratio }';

describe('checks of @enumValue: reject with file, line and fix', () => {
  test.each([
    [
      'two values of one text',
      'enum Ratio { wide @enumValue(is: "16:9") cinema @enumValue(is: "16:9") }',
      /Ratio\.cinema: expected a text that no other value of the enum stands for, got "16:9" of wide; remove one/,
    ],
    [
      'the name of another value',
      'enum Ratio { wide square @enumValue(is: "wide") }',
      /Ratio\.square: expected a text that no other value .* got "wide" of wide/,
    ],
    [
      'an empty text',
      'enum Ratio { wide @enumValue(is: "") }',
      /Ratio\.wide: expected a text in @enumValue\(is:\)/,
    ],
    [
      'a value that is no string',
      'enum Ratio { wide @enumValue(is: 16) }',
      /Ratio\.wide: expected a string as is of @enumValue, got 16/,
    ],
    [
      'an argument of another name',
      'enum Ratio { wide @enumValue(value: "16:9") }',
      /Ratio\.wide: expected is as argument of @enumValue, got value/,
    ],
    [
      'an argument with a name that every object has',
      'enum Ratio { wide @enumValue(constructor: "16:9") }',
      /Ratio\.wide: expected is as argument of @enumValue, got constructor/,
    ],
  ])('%s', async (_name, sdl, message) => {
    const errors = await modelErrorsOf(`${page}\n${sdl}`);
    expect(errors).toContainEqual(expect.stringMatching(message));
    expect(errors[0]).toMatch(/model\.graphql:2:/);
  });

  test('accepts names, texts and values of other enums', async () => {
    expect(
      await modelErrorsOf(`${page}
        enum Ratio { wide @enumValue(is: "16:9") square other @enumValue(is: "true") }
        enum Shape { wide @enumValue(is: "16:9") }`),
    ).toEqual([]);
  });
});

const part = 'type Part { text: String } type Page @document { title: String! ';

describe('checks of the arguments of lists: reject with file, line and fix', () => {
  test.each([
    ['offset alone', 'parts(offset: Int = 0): [Part!]', /Page\.parts: expected first beside offset/],
    ['first without a default', 'parts(first: Int): [Part!]', /Page\.parts: expected a default of first/],
    ['a large default', 'parts(first: Int = 101): [Part!]', /Page\.parts: expected a default of at most 100/],
    [
      'a text',
      'parts(first: String = "1"): [Part!]',
      /Page\.parts: expected the type Int for first, got String/,
    ],
    [
      'another argument',
      'parts(first: Int = 2, size: Int): [Part!]',
      /Page\.parts: expected no argument size/,
    ],
    ['a single object', 'part(first: Int = 2): Part', /Page\.part: expected no argument first/],
    ['a list of references', 'pages(first: Int = 2): [Page!]', /Page\.pages: expected no argument first/],
  ])('%s', async (_name, field, message) => {
    const errors = await modelErrorsOf(`${part} ${field} }`);
    expect(errors).toContainEqual(expect.stringMatching(message));
    expect(errors[0]).toMatch(/model\.graphql:1:/);
  });

  test('accepts lists of inline objects, images and texts', async () => {
    expect(
      await modelErrorsOf(
        `${part} parts(first: Int = 2, offset: Int = 0): [Part!] images(first: Int!): [Image!] tags(first: Int = 9): [String!] }`,
      ),
    ).toEqual([]);
  });

  test('leaves the arguments of computed lists to their function', async () => {
    expect(
      await modelErrorsOf(
        `${part} parts(first: Int, size: Int): [Part!] @listSize(assumedSize: 2) }`,
        'export const resolvers = { Page: { parts: () => [] } };',
      ),
    ).toEqual([]);
  });
});

test.each([
  [
    'an expression',
    'title: String @groq(expr: "coalesce(a, b)") @localized',
    /A\.title: expected a path of attributes in @groq beside @localized, got "coalesce\(a, b\)"; use the attribute/,
  ],
  [
    'a connection',
    'as: AConnection @localized',
    /A\.as: expected @localized on a value of the document, got AConnection; remove @localized/,
  ],
  [
    'a video',
    'clip: Video @asset @localized',
    /A\.clip: expected @localized on a value of the document, got @asset; remove @localized/,
  ],
  [
    'a path that is none',
    'slug: String @localized(path: "a[0]")',
    /A\.slug: expected a path of attributes as path of @localized, got "a\[0\]"/,
  ],
  [
    'an unknown argument',
    'slug: String @localized(by: "de")',
    /A\.slug: expected path as argument of @localized, got by/,
  ],
  [
    'a step of @inverse',
    'parent: A @localized\nchildren: [A!]! @inverse(field: "parent")',
    /A\.children: expected a path of attributes in @inverse\(field: "parent"\), got parent, which is localized/,
  ],
])('checks of @localized: reject %s, with file, line and fix', async (_name, fields, message) => {
  const [error = ''] = await modelErrorsOf(`type A @document {\n${fields}\n}`);
  expect(error).toMatch(message);
  expect(error).toMatch(/model\.graphql:[23]:/);
});

test('checks of @localized: reject a facet that some types localize', async () => {
  const errors = await modelErrorsOf(`
    type A @document { kind: String @localized @searchable(facet: true) }
    type B @document { kind: String @searchable(facet: true) }`);
  expect(errors).toEqual([
    expect.stringMatching(/:3:\d+ B\.kind: expected the facet kind with @localized in all types or in none/),
  ]);
});

test.each([
  [
    'language: "a b"',
    'title: String',
    /A: expected a path of attributes as language of @document, got "a b"/,
  ],
  [
    'language: "lang"',
    'language: Int',
    /A: expected a field with the attribute lang, got a field language with another one; declare it/,
  ],
  [
    'language: "lang"',
    'title: String @localized',
    /A\.title: expected no @localized in a type with a document for each language, got one; remove/,
  ],
])('checks of @document(%s): reject %s', async (language, field, message) => {
  const [error = ''] = await modelErrorsOf(`type A @document(${language}) { ${field} }`);
  expect(error).toMatch(message);
});
