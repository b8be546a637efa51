import { describe, expect, test } from '@jest/globals';
import { modelErrorsOf } from './testing/modelErrorsOf.ts';

const fields = 'sku: String size: Float tags: [String!] body: RichText other: Item name: String';
const item = (lookups: string) => `type Item @document ${lookups} { ${fields} }`;

describe('lookup checks: reject with file, line and fix', () => {
  test.each([
    [
      'an unknown field',
      '@lookup(by: ["nope"])',
      /Item: expected fields of Item in @lookup\(by:\), got nope; use some of sku, size/,
    ],
    [
      'an unknown field among others',
      '@lookup(by: ["sku", "a-b"])',
      /Item: expected fields of Item .* got a-b/,
    ],
    [
      'a list',
      '@lookup(by: ["tags"])',
      /expected fields of the types String, .* got tags, which is \[String!\]; use another field/,
    ],
    ['a number with fractions', '@lookup(by: ["size"])', /got size, which is Float/],
    ['rich text', '@lookup(by: ["body"])', /got body, which is RichText/],
    ['a reference', '@lookup(by: ["other"])', /got other, which is Item/],
    ['a computed field', '@lookup(by: ["name"])', /got name, which is computed/],
    [
      'the same lookup twice',
      '@lookup(by: ["sku", "name"]) @lookup(by: ["name", "sku"])',
      /Item: expected each lookup .* once, got @lookup\(by: \["name", "sku"\]\) again/,
    ],
    ['one field twice', '@lookup(by: ["sku", "sku"])', /expected each lookup and each field of it once/],
    [
      'a singleton with another lookup',
      '@lookup(by: []) @lookup(by: ["sku"])',
      /Item: expected @lookup\(by: \[\]\) alone, got 2 lookups; remove the others/,
    ],
    ['an argument that is no list', '@lookup(by: 5)', /Item: expected a list as by of @lookup, got 5/],
  ])('%s', async (_name, lookups, message) => {
    const errors = await modelErrorsOf(
      item(lookups),
      'export const resolvers = { Item: { name: () => "x" } }',
    );
    expect(errors.join('\n')).toMatch(message);
    for (const error of errors) expect(error).toMatch(/model\.graphql:1:/);
  });

  test('an inline object', async () => {
    const [error = ''] = await modelErrorsOf(
      'type A @document { b: B } type B @lookup(by: ["x"]) { x: String }',
    );
    expect(error).toMatch(
      /model\.graphql:1:\d+ B: expected @lookup on a document type, got it on the inline object B; remove it/,
    );
  });

  test('a field that requires scopes', async () => {
    const [error = ''] = await modelErrorsOf(
      'type A @document @lookup(by: ["email"]) { email: String @requiresScopes(scopes: [["index:write"]]) }',
    );
    expect(error).toMatch(/A\.email: expected the lookup field of A to require no scopes of its own/);
  });

  test('a singleton with the name of another list', async () => {
    const [error = ''] = await modelErrorsOf(
      'type Page @document { a: Int } type Pages @document @lookup(by: []) { b: Int }',
    );
    expect(error).toMatch(/lookup of Pages: expected a unique field of Query, got pages/);
  });
});

test('lookup checks: accept several lookups, and a singleton whose plural is its name', async () => {
  const sdl = `type Item @document @lookup(by: ["sku"]) @lookup(by: ["slug", "language"]) {
      sku: String slug: String! @groq(expr: "slug.current") language: Language }
    enum Language { en de } type Settings @document @lookup(by: []) { title: String }`;
  expect(await modelErrorsOf(sdl)).toEqual([]);
});
