import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pageWide, rootField } from './testing/pageWide.ts';
import { type ImportedStudio, STUDIOS, startStudio } from './testing/startStudio.ts';

describe.each(STUDIOS)('model import: the studio $name', ({ file, isPresent, reason }) => {
  // Without the file there is nothing to import; the title says so.
  let studio: ImportedStudio;
  beforeAll(async () => {
    if (isPresent) studio = await startStudio({ file });
  }, 60_000);
  afterAll(() => studio?.close());
  const testIfPresent = isPresent ? test : test.skip;

  testIfPresent(
    `starts, and every field of every document is served as it is stored, in one content request each${reason}`,
    async () => {
      const { model, documents, stack } = studio;
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
    60_000,
  );
});
