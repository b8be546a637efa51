import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildClientSchema, getIntrospectionQuery, parse } from 'graphql';
import { isSingleton } from '../../../gateway/core/model/lookups.ts';
import { lowerFirst } from '../../../gateway/core/model/model.ts';
import type { Doc } from '../../reference/dataset.ts';
import { sourceMapFaults } from '../../reference/sourceMapFaults.ts';
import { createApiKey } from '../../support/createApiKey.ts';
import type { Stack } from '../../support/stack.ts';
import { crawl, isDocument } from '../reader/testing/crawl.ts';
import { pageWide, rootField } from './testing/pageWide.ts';
import { type ImportedStudio, STUDIOS, startStudio } from './testing/startStudio.ts';

const TIMEOUT_MS = 60_000;

/** The content requests of a page of the reader without a cache: that of the page, and that for the sections of the navigation. */
const PAGE_REQUESTS = 2;

/** Sends a query of drafts with a source map. */
async function editorQuery({ url }: Stack, key: string, query: string) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'x-content-source-map': '1',
      'x-perspective': 'drafts',
    },
    body: JSON.stringify({ query }),
  });
  return response.json();
}

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
    `source maps: every attribute of every document leads to its place${reason}`,
    async () => {
      const { model, documents, stack } = started;
      const key = await createApiKey(stack, 'editor', ['read:drafts']);
      const introspection = await editorQuery(stack, key, getIntrospectionQuery());
      const schema = buildClientSchema(introspection.data);
      let mapped = 0;
      for (const stored of documents) {
        const type = model.types.get(model.typeOfDocument.get(String(stored._type)) ?? '');
        if (!type) continue;
        const { text } = pageWide(model, documents, type);
        const query = `{ document: ${rootField(type, stored)} ${text} }`;
        const { data, errors, extensions } = await editorQuery(stack, key, query);
        const document = parse(query);
        const map = extensions?.contentSourceMaps;
        const compared = { schema, defs: { model, computed: {} }, document, data, map };
        const faults = sourceMapFaults({
          ...compared,
          documents: documents as readonly Doc[],
          versionOf: (id) => id,
        });
        expect({ id: stored._id, errors, faults }).toEqual({ id: stored._id, errors: undefined, faults: [] });
        mapped += Object.keys(map.mappings).length;
      }
      expect(mapped).toBeGreaterThan(documents.length);
    },
    TIMEOUT_MS,
  );

  testIfPresent(
    `reader: every page of every type opens without an error, and a page of a document shows its title and is one content request besides that of the navigation${reason}`,
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
        expect({ path, contentRequests }).toEqual({ path, contentRequests: PAGE_REQUESTS });
        expect({ path, titles: [...titles] }).toEqual({ path, titles: titles.size > 0 ? [heading] : [] });
      }
      const lists = pages.filter(({ path }) => /^\/content\/\w+$/.test(path));
      // The document of the home page counts the sections with its own request.
      expect(lists.filter(({ contentRequests }) => contentRequests > PAGE_REQUESTS)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
