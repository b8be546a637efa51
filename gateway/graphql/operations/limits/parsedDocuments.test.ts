import { expect, test } from '@jest/globals';
import { type DocumentNode, parse } from 'graphql';
import { createParsedDocumentCache, MAX_DOCUMENT_CHARACTERS } from './parsedDocuments.ts';

test('the documents asked last are kept, and no more of them than there is room for', async () => {
  const store = createParsedDocumentCache();
  const text = (n: number) => `query Q${n} { ${'__typename '.repeat(200)} }`;
  const sent = Math.ceil((2 * MAX_DOCUMENT_CHARACTERS) / text(100).length);
  for (let n = 0; n < sent; n++) await store.set(String(n), parse(text(n)));
  const kept = (await Promise.all(Array.from({ length: sent }, (_, n) => store.get(String(n))))).filter(
    (document): document is DocumentNode => document !== undefined,
  );
  expect(kept.reduce((sum, { loc }) => sum + (loc?.source.body.length ?? 0), 0)).toBeLessThanOrEqual(
    MAX_DOCUMENT_CHARACTERS,
  );
  expect(kept.length).toBeGreaterThan(sent / 3);
  expect(await store.get(String(sent - 1))).toBeDefined();
});
