import { expect, test } from '@jest/globals';
import { faultsOf } from './testing/faultsOf.ts';

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
  const [fault = ''] = await faultsOf(`type A @document {\n${fields}\n}`);
  expect(fault).toMatch(message);
  expect(fault).toMatch(/model\.graphql:[23]:/);
});

test('checks of @localized: reject a facet that some types localize', async () => {
  const faults = await faultsOf(`
    type A @document { kind: String @localized @searchable(facet: true) }
    type B @document { kind: String @searchable(facet: true) }`);
  expect(faults).toEqual([
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
  const [fault = ''] = await faultsOf(`type A @document(${language}) { ${field} }`);
  expect(fault).toMatch(message);
});
