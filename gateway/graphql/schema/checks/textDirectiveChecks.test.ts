import { expect, test } from '@jest/globals';
import { modelErrorsOf } from './testing/modelErrorsOf.ts';

test.each([
  [
    '@label on an inline object',
    'type A @document { b: B } type B { name: String @label }',
    /B\.name: expected @label on a field of a document type, got it on the inline object B; remove it/,
  ],
  [
    '@label on another type than String',
    'type A @document { size: Int @label }',
    /A\.size: expected @label on a String of the content service, got Int; move it/,
  ],
  [
    '@label on a list',
    'type A @document { names: [String!] @label }',
    /A\.names: expected @label on a String .* got \[String!\]/,
  ],
  [
    '@orderable on an inline object',
    'type A @document { b: B } type B { name: String @orderable }',
    /B\.name: expected @orderable on a field of a document type, got it on the inline object B; remove it/,
  ],
  ...['Int', '[String!]', 'RichText', 'Image', 'Kind', 'A', 'AConnection'].map(
    (type): [string, string, RegExp] => [
      `@orderable on ${type}`,
      `type A @document { title: String field: ${type} @orderable } enum Kind { big small }`,
      /A\.field: expected @orderable on a String of the content service, got .*; move it to a text of A/,
    ],
  ),
  [
    'two labels',
    'type A @document { name: String @label other: String @label }',
    /A\.other: expected one @label in A, got another on name; remove one/,
  ],
])('checks of @label and @orderable: reject %s with file, line and fix', async (_name, sdl, message) => {
  const [error = ''] = await modelErrorsOf(sdl);
  expect(error).toMatch(message);
  expect(error).toMatch(/model\.graphql:1:/);
});

test('checks of @label: reject it on a computed field', async () => {
  const [error = ''] = await modelErrorsOf(
    'type A @document { name: String @label }',
    'export const resolvers = { A: { name: () => "x" } }',
  );
  expect(error).toMatch(/A\.name: expected @label on a String of the content service, got a computed field/);
});
