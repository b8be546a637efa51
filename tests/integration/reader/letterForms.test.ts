import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { writeSeed } from '../../reference/generator/generate.ts';
import { documentOf } from '../../reference/pages.ts';
import type { Json } from '../../support/documentShape.ts';
import { ROOT, startStack } from '../../support/stack.ts';
import { openPage } from './testing/readPage.ts';

test('reader: an address with composed or decomposed letters opens the document', async () => {
  const seedDir = mkdtempSync(join(tmpdir(), 'letter-forms-'));
  const slugs = ['malgre\u0301', 'd\u00e9j\u00e0'];
  const documents = slugs.map((current, i) =>
    documentOf('entry', `e${i}`, { slug: { _type: 'slug', current }, name: `Entry ${i}` }),
  );
  writeSeed(seedDir, documents as unknown as Json[]);
  const schemaDir = `${ROOT}tests/support/fixtures/values/schema`;
  const stack = await startStack({ schemaDir, seedDir, hasIndex: false, env: { LOCALES: 'en' } });
  try {
    for (const [i, slug] of slugs.entries())
      for (const form of ['NFC', 'NFD']) {
        const page = await openPage(stack, `/content/entries/${encodeURIComponent(slug.normalize(form))}`);
        expect([page.status, page.heading]).toEqual([200, `Entry ${i}`]);
      }
  } finally {
    await stack.close();
    rmSync(seedDir, { recursive: true });
  }
});
