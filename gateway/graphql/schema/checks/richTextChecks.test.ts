import { describe, expect, test } from '@jest/globals';
import { modelErrorsOf } from './testing/modelErrorsOf.ts';

describe('rich text checks', () => {
  const guard = '@requiresScopes(scopes: [["index:write"]])';
  const post = 'type Post @document { title: String body: RichText }';

  test.each([
    [
      'no position',
      'type A @richText(as: []) { x: Int }',
      /A: expected BLOCK, INLINE or ANNOTATION .* got none/,
    ],
    [
      'an object as a position',
      'type A @richText(as: [{ at: BLOCK }]) { x: Int }',
      /A: expected BLOCK, INLINE or ANNOTATION/,
    ],
    [
      'an unknown argument',
      'type A @richText(as: [BLOCK], name: "b") { x: Int }',
      /expected as, type, or text as argument/,
    ],
    [
      'words of a field that has none',
      'type A @richText(as: [BLOCK], text: ["x"]) { x: Int }',
      /stored fields with words in @richText\(text:\), got "x"/,
    ],
    ['words of a missing field', 'type A @richText(as: [BLOCK], text: ["y"]) { x: Int }', /got "y"/],
    ['the _type of text', 'type A @richText(as: [BLOCK], type: "block") { x: Int }', /got "block"/],
    [
      'a _type twice at a position',
      'type A @richText(as: [BLOCK, INLINE], type: "c") { x: Int } type B @richText(as: [INLINE], type: "c") { x: Int }',
      /unique _type at the position INLINE, got "c" of /,
    ],
    ['a document', 'type A @document @richText(as: [BLOCK]) { x: Int }', /@document or @richText, got both/],
    ['another key', 'type A @richText(as: [BLOCK]) { key: Int }', /A\.key: expected `key: String`/],
    [
      'scopes of the type',
      `type A @richText(as: [BLOCK]) ${guard} { x: Int }`,
      /A: expected no @requiresScopes/,
    ],
    [
      'scopes of a field in an inline object',
      `type A @richText(as: [BLOCK]) { rows: [Row!] } type Row { x: Int ${guard} }`,
      /Row\.x: expected no @requiresScopes in an object of rich text/,
    ],
    [
      'a core type',
      'type TextBlock @richText(as: [BLOCK]) { x: Int }',
      /TextBlock: expected a name that core/,
    ],
  ])('reject %s', async (_name, sdl, message) => {
    expect((await modelErrorsOf(`${post} ${sdl}`)).join('\n')).toMatch(message);
  });

  test('accept a _type at different positions, core kinds replaced, and references to documents with scopes', async () => {
    const sdl = `${post} type A @richText(as: [BLOCK], type: "c") { key: String secret: Secret }
      type B @richText(as: [ANNOTATION], type: "c") { x: Int } type Secret @document ${guard} { title: String }
      type Link @richText(as: [ANNOTATION]) { url: String @groq(expr: "href") } type RichTextPicture { x: Int }`;
    expect(await modelErrorsOf(sdl)).toEqual([]);
  });
});
