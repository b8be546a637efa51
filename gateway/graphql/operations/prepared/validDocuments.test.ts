import { expect, test } from '@jest/globals';
import { buildSchema, type DocumentNode, parse } from 'graphql';
import { createDocumentFacts } from '../document/documentFacts.ts';
import { createValidDocuments, MAX_DOCUMENT_CHARACTERS } from './validDocuments.ts';

const schema = buildSchema('type Query { a: Int } type Mutation { b: Int }');

test('prepared store: keeps the most recently used documents up to its size limit', async () => {
  const { documents, has } = createValidDocuments(schema, createDocumentFacts(schema, 0));
  const text = (n: number) => `query Q${n} { ${'__typename '.repeat(200)} }`;
  const sent = Math.ceil((2 * MAX_DOCUMENT_CHARACTERS) / text(100).length);
  for (let n = 0; n < sent; n++) await documents.set(String(n), parse(text(n)));
  const stored = await Promise.all(Array.from({ length: sent }, (_, n) => documents.get(String(n))));
  const found = stored.filter((document): document is DocumentNode => document !== undefined);
  expect(found.reduce((sum, { loc }) => sum + (loc?.source.body.length ?? 0), 0)).toBeLessThanOrEqual(
    MAX_DOCUMENT_CHARACTERS,
  );
  expect(found.length).toBeGreaterThan(sent / 3);
  expect(has(String(sent - 1))).toBe(true);
});

test('prepared store: prepares a query once, and no other operation', async () => {
  const { documents, find } = createValidDocuments(schema, createDocumentFacts(schema, 0));
  await documents.set('x', parse('query A { a } query B { a } mutation C { b }'));
  expect(find('x', 'A')).toBeDefined();
  expect(find('x', 'A')).toBe(find('x', 'A'));
  expect(find('x', 'A')).not.toBe(find('x', 'B'));
  for (const name of [undefined, 'C', 'D']) expect(find('x', name)).toBeUndefined();
  expect(find('y', 'A')).toBeUndefined();
});
