import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isSingleton } from '../../../gateway/core/model/lookups.ts';
import { lowerFirst } from '../../../gateway/core/model/model.ts';
import { crawl, isDocument } from '../reader/testing/crawl.ts';
import { pageWide, rootField } from './testing/pageWide.ts';
import { type ImportedStudio, STUDIOS, startStudio } from './testing/startStudio.ts';

const TIMEOUT_MS = 60_000;

describe.each(STUDIOS)('the studio $name', (studio) => {
  // Without the file there is nothing to import; the title says so.
  const { isPresent, reason } = studio;
  let started: ImportedStudio;
  beforeAll(async () => {
    if (isPresent)
      started = await startStudio(studio, { env: { SITES: 'reader', RATE_LIMIT_ANONYMOUS: 'off' } });
  }, TIMEOUT_MS);
  afterAll(() => started?.close());
  const testIfPresent = isPresent ? test : test.skip;

  testIfPresent(
    `model import: starts, and every field of every document is served as it is stored, in one content request each${reason}`,
    async () => {
      const { model, documents, stack } = started;
      for (const document of documents) {
        const type = model.types.get(model.typeOfDocument.get(String(document._type)) ?? '');
        if (!type) continue;
        const { text, read } = pageWide(model, documents, type);
        const field = rootField(type, document);
        await stack.clearRequests();
        const { data, errors } = await stack.query(`{ document: ${field} ${text} }`);
        const { content } = await stack.requests();
        expect({ field, errors, requests: content.length, document: data.document }).toEqual({
          field,
          errors: [],
          requests: 1,
          document: read(document),
        });
      }
    },
    TIMEOUT_MS,
  );

  testIfPresent(
    `reader: every page of every type opens without an error, and a page of a document shows its title and is one content request${reason}`,
    async () => {
      const { model, stack } = started;
      const roots = model.documents.map(
        (type) => `/content/${isSingleton(type) ? lowerFirst(type.name) : type.document?.plural}`,
      );
      const pages = await crawl(stack, ['/', ...roots]);
      const faulty = pages.filter(
        ({ status, html }) => status !== 200 || html.includes('Some values are missing'),
      );
      expect(faulty.map(({ path, status, text }) => ({ path, status, text }))).toEqual([]);
      const documents = pages.filter(({ path }) => isDocument(path));
      expect(documents.length).toBeGreaterThanOrEqual(model.documents.length);
      for (const { path, heading, titles, contentRequests } of documents) {
        expect({ path, contentRequests }).toEqual({ path, contentRequests: 1 });
        expect({ path, titles: [...titles] }).toEqual({ path, titles: titles.size > 0 ? [heading] : [] });
      }
      const lists = pages.filter(({ path }) => /^\/content\/\w+$/.test(path));
      expect(lists.filter(({ contentRequests }) => contentRequests !== 1)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
