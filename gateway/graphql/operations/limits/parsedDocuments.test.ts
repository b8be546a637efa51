import { expect, test } from '@jest/globals';
import { type DocumentNode, parse } from 'graphql';
import { createParsedDocumentCache, MAX_DOCUMENT_CHARACTERS } from './parsedDocuments.ts';

test('parsed document cache: keeps the most recently used documents up to its size limit', async () => {
  const cache = createParsedDocumentCache();
  const text = (n: number) => `query Q${n} { ${'__typename '.repeat(200)} }`;
  const sent = Math.ceil((2 * MAX_DOCUMENT_CHARACTERS) / text(100).length);
  for (let n = 0; n < sent; n++) await cache.set(String(n), parse(text(n)));
  const cached = (await Promise.all(Array.from({ length: sent }, (_, n) => cache.get(String(n))))).filter(
    (document): document is DocumentNode => document !== undefined,
  );
  expect(cached.reduce((sum, { loc }) => sum + (loc?.source.body.length ?? 0), 0)).toBeLessThanOrEqual(
    MAX_DOCUMENT_CHARACTERS,
  );
  expect(cached.length).toBeGreaterThan(sent / 3);
  expect(await cache.get(String(sent - 1))).toBeDefined();
});
