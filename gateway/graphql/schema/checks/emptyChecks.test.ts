import { expect, test } from '@jest/globals';
import { modelErrorsOf } from './testing/modelErrorsOf.ts';

test('empty checks: reject a model without documents', async () => {
  expect(await modelErrorsOf('type Song { title: String }')).toEqual([
    expect.stringMatching(
      /model\.graphql:1:1 expected at least one type with @document in the model, got none; add/,
    ),
  ]);
});

test.each([
  ['type', 'fields', 'type Part'],
  ['document type', 'fields', 'type Part @document'],
  ['interface', 'fields', 'interface Part'],
  ['input', 'fields', 'input Part'],
  ['enum', 'values', 'enum Part'],
  ['union', 'types', 'union Part'],
])('empty checks: reject an empty %s', async (_kind, parts, sdl) => {
  expect(await modelErrorsOf(`type Song @document { title: String }\n${sdl}`)).toEqual([
    expect.stringMatching(
      `model.graphql:2:1 Part: expected at least one of its ${parts}, got none; add one, or remove the type`,
    ),
  ]);
});
