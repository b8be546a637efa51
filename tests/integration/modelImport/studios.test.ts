import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readExtract } from '../../../gateway/cli/modelImport/extract/readExtract.ts';
import { importModel } from '../../../gateway/cli/modelImport/importModel.ts';
import { isSingleton } from '../../../gateway/core/model/lookups.ts';
import type { Model } from '../../../gateway/core/model/model.ts';
import { readCoreSdl, readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import type { Json } from '../../support/documentShape.ts';
import { eventually } from '../../support/eventually.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';
import { pageWide, rootField } from './testing/pageWide.ts';
import { ASSET_ID, studioDocuments } from './testing/studioDocuments.ts';

/** Extracts of public studios, which belong to others and are not part of the repository. */
const PUBLIC = join(ROOT, '../shared/specs/sanity-extracts');
const PUBLIC_STUDIOS = ['turbo-start-sanity', 'mux-input-example', 'next-sanity-mvp', 'react-portabletext'];
const FIXTURES = join(ROOT, 'tests/support/fixtures/studios');

const STUDIOS: readonly (readonly [name: string, file: string])[] = [
  ...['museum', 'shop'].map((name) => [name, join(FIXTURES, name, 'schema.json')] as const),
  ...PUBLIC_STUDIOS.map((name) => [name, join(PUBLIC, `${name}.json`)] as const),
];

/** The media asset of all videos. */
const ASSET = {
  id: ASSET_ID,
  status: 'ready',
  created_at: '1700000000',
  duration: 12,
  playback_ids: [{ id: 'playbackOfAllVideosInStudio', policy: 'public' }],
};

interface ImportedStudio {
  readonly model: Model;
  readonly documents: readonly Json[];
  readonly stack: Stack;
  close(): Promise<void>;
}

/** Imports a studio, generates documents of its types, and starts the gateway with both. */
async function startStudio(file: string): Promise<ImportedStudio> {
  const schema = readExtract(readFileSync(file, 'utf8'), file);
  const { files } = await importModel(schema, { core: readCoreSdl().definitions });
  const schemaDir = mkdtempSync(join(tmpdir(), 'studio-model-'));
  for (const [name, sdl] of files) writeFileSync(join(schemaDir, name), sdl);
  const { model } = await readTypeDefs(schemaDir);
  const singles = model.documents.filter(isSingleton).flatMap(({ document }) => document?.type ?? []);
  const documents = studioDocuments(schema, new Set(singles));
  const seedDir = mkdtempSync(join(tmpdir(), 'studio-seed-'));
  writeFileSync(
    join(seedDir, 'data.ndjson'),
    documents.map((document) => JSON.stringify(document)).join('\n'),
  );
  writeFileSync(join(seedDir, 'mux-assets.json'), JSON.stringify({ assets: [ASSET] }));
  const stack = await startStack({ schemaDir, seedDir, hasCache: false });
  // The first operations share the event loop with the work after a start, and can exceed the deadline of content requests.
  const [first = ''] = model.documents.map((type) => rootField(type, { _id: 'unknown' }));
  await eventually(async () => expect((await stack.query(`{ ${first} { id } }`)).errors).toEqual([]));
  return {
    model,
    documents,
    stack,
    async close() {
      await stack.close();
      for (const folder of [schemaDir, seedDir]) rmSync(folder, { recursive: true });
    },
  };
}

describe.each(STUDIOS)('model import: the studio %s', (name, file) => {
  // Without the file there is nothing to import; the title says so.
  const isPresent = existsSync(file);
  let studio: ImportedStudio;
  beforeAll(async () => {
    if (isPresent) studio = await startStudio(file);
  }, 60_000);
  afterAll(() => studio?.close());
  const testIfPresent = isPresent ? test : test.skip;
  const reason = isPresent ? '' : ` (skipped: ${name}.json is not in ../shared/specs/sanity-extracts)`;

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
