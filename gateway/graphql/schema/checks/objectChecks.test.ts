import { describe, expect, test } from '@jest/globals';
import { modelErrorsOf } from './testing/modelErrorsOf.ts';

const page = 'type Page @document { title: String! }';

test('checks of core types: a model can have its own File and GeoPoint, also in unions', async () => {
  const fields = 'paper: File place: GeoPoint part: Part';
  const types =
    'type File { url: String } type GeoPoint @object(type: "spot") { lat: Float } union Part = File | GeoPoint';
  expect(await modelErrorsOf(`type Page @document { title: String! ${fields} } ${types}`)).toEqual([]);
});

describe('checks of @object: reject with file, line and fix', () => {
  test.each([
    [
      'a document type',
      'type A @document @object(type: "b") { a: Int }',
      /A: expected @document or @object, got both; remove @object/,
    ],
    [
      'an empty _type',
      'type A @object(type: "") { a: Int }',
      /A: expected the _type of inline objects .* got ""; use the name/,
    ],
    [
      'the _type of references',
      'type A @object(type: "reference") { a: Int }',
      /A: expected the _type of inline objects .* got "reference"/,
    ],
    [
      'a _type that is no string',
      'type A @object(type: 5) { a: Int }',
      /A: expected a string as type of @object, got 5/,
    ],
    [
      'another _type than in rich text',
      'type A @object(type: "a.b") @richText(as: [BLOCK], type: "c") { a: Int }',
      /A: expected one _type, got "a\.b" in @object and "c" in @richText; declare two types/,
    ],
  ])('%s', async (_name, sdl, message) => {
    const [error = ''] = await modelErrorsOf(`${page}\n${sdl}`);
    expect(error).toMatch(message);
    expect(error).toMatch(/model\.graphql:2:/);
  });

  test.each([
    [
      'of two objects',
      'union U = A | B type A @object(type: "x") { a: Int } type B @object(type: "x") { b: Int }',
      '"x" of A and B',
    ],
    [
      'of an object and a document',
      'union U = A | Page type A @object(type: "page") { a: Int }',
      '"page" of A and Page',
    ],
    [
      'of an object and a core type',
      'union U = Image | A type A @object(type: "image") { a: Int }',
      '"image" of Image and A',
    ],
  ])('a union with one _type %s', async (_name, sdl, types) => {
    const [error = ''] = await modelErrorsOf(`${page}\n${sdl}`);
    expect(error).toMatch(/model\.graphql:2:1 U: expected members with different _types/);
    expect(error).toContain(`got ${types}; set @object(type:)`);
  });
});

test('checks of @object: accept any _type, one _type in two unions, and the same _type in rich text', async () => {
  const sdl = `${page} type A @object(type: "hero.cover") { a: Int } type B @object(type: "hero.cover") { b: Int }
    type C @object(type: "call-out") @richText(as: [BLOCK]) { c: Int }
    union U = A | C | Image | Video | RichText union V = B | Page`;
  expect(await modelErrorsOf(sdl)).toEqual([]);
});
