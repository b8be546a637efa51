import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT, startStack } from '../../support/stack.ts';

const GUIDE = readFileSync(join(ROOT, 'docs/models.md'), 'utf8');
const SECTION = /^## Languages$[\s\S]*?(?=^## )/m.exec(GUIDE)?.[0] ?? '';

/** Returns the contents of the code blocks of a language. */
const blocksOf = (language: string): readonly string[] =>
  [...SECTION.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  );

test('guide of languages: the example has the data that the guide shows', async () => {
  const [model = '', operation = ''] = blocksOf('graphql');
  const [stored = '', data = ''] = blocksOf('json');
  const folder = mkdtempSync(join(tmpdir(), 'languages-guide-'));
  const documents = (JSON.parse(stored) as object[]).map((document) => JSON.stringify(document));
  writeFileSync(join(folder, 'model.graphql'), model);
  writeFileSync(join(folder, 'content.ndjson'), documents.join('\n'));
  const stack = await startStack({ schemaDir: folder, seedDir: folder, env: { LOCALES: 'en,de,de-CH:de' } });
  try {
    expect(await stack.query(operation, {}, 'de')).toMatchObject({ errors: [], data: JSON.parse(data) });
  } finally {
    await stack.close();
    rmSync(folder, { recursive: true });
  }
});
