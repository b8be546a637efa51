import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type ImportedStudio, STUDIOS, startStudio } from '../modelImport/testing/startStudio.ts';
import { crawl, isDocument } from './testing/crawl.ts';

const SETUP_TIMEOUT_MS = 60_000;

describe.each(STUDIOS)('reader: the studio $name', (studio) => {
  const testIfPresent = studio.isPresent ? test : test.skip;
  let started: ImportedStudio;
  beforeAll(async () => {
    if (studio.isPresent)
      started = await startStudio(studio, { env: { SITES: 'reader', RATE_LIMIT_ANONYMOUS: 'off' } });
  }, SETUP_TIMEOUT_MS);
  afterAll(() => started?.close());

  testIfPresent(
    `every page of every type opens without an error, and a page of a document shows its title and is one content request${studio.reason}`,
    async () => {
      const { model, stack } = started;
      const pages = await crawl(stack);
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
    SETUP_TIMEOUT_MS,
  );
});
