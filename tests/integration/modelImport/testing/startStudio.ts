import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { readExtract, type StudioSchema } from '../../../../gateway/cli/modelImport/extract/readExtract.ts';
import { importModel } from '../../../../gateway/cli/modelImport/importModel.ts';
import { isSingleton } from '../../../../gateway/core/model/lookups.ts';
import type { Model } from '../../../../gateway/core/model/model.ts';
import { readCoreSdl, readTypeDefs } from '../../../../gateway/graphql/schema/buildSchema.ts';
import type { Json } from '../../../support/documentShape.ts';
import { ROOT, type Stack, type StackOptions, startStack } from '../../../support/stack.ts';
import { within } from '../../../support/within.ts';
import { rootField } from './pageWide.ts';
import { ASSET_ID, studioDocuments } from './studioDocuments.ts';

/** Extracts of public studios, which belong to others and are not part of the repository. */
const PUBLIC = join(ROOT, '../shared/specs/sanity-extracts');
const PUBLIC_STUDIOS = ['turbo-start-sanity', 'mux-input-example', 'next-sanity-mvp', 'react-portabletext'];
const FIXTURES = join(ROOT, 'tests/support/fixtures/studios');

/** A studio whose extract is a file, which is absent where the public extracts are. */
export interface Studio {
  readonly name: string;
  readonly file: string;
  readonly isPresent: boolean;
  /** The end of the title of a test: why it is skipped. */
  readonly reason: string;
}

export const STUDIOS: readonly Studio[] = [
  ...['museum', 'shop'].map((name) => [name, join(FIXTURES, name, 'schema.json')] as const),
  ...PUBLIC_STUDIOS.map((name) => [name, join(PUBLIC, `${name}.json`)] as const),
].map(([name, file]) => {
  const isPresent = existsSync(file);
  const reason = isPresent ? '' : ` (skipped: ${name}.json is not in ../shared/specs/sanity-extracts)`;
  return { name, file, isPresent, reason };
});

/** The media asset of all videos. */
const ASSET = {
  id: ASSET_ID,
  status: 'ready',
  created_at: '1700000000',
  duration: 12,
  playback_ids: [{ id: 'playbackOfAllVideosInStudio', policy: 'public' }],
};

export interface ImportedStudio {
  readonly model: Model;
  readonly documents: readonly Json[];
  readonly stack: Stack;
  close(): Promise<void>;
}

interface StudioOptions extends Pick<StackOptions, 'env' | 'hasIndex'> {
  /** Changes the generated documents. */
  readonly edit?: (document: Json) => Json;
}

/** Imports a studio without scopes, because anonymous callers compare every value. A public type can have private attributes. */
async function publicModel(schema: StudioSchema): Promise<ReadonlyMap<string, string>> {
  const paths: string[] = [];
  for (;;) {
    const { files, report } = await importModel(schema, { core: readCoreSdl().definitions, public: paths });
    const found = report.notes.filter(({ kind }) => kind === 'private').map(({ path }) => path);
    if (found.length === 0) return files;
    paths.push(...found);
  }
}

/** Imports a studio, generates documents of its types, and starts the gateway with both. */
export async function startStudio(
  { file }: Pick<Studio, 'file'>,
  { edit = (document) => document, ...options }: StudioOptions = {},
): Promise<ImportedStudio> {
  const schema = readExtract(readFileSync(file, 'utf8'), file);
  const files = await publicModel(schema);
  const schemaDir = mkdtempSync(join(tmpdir(), 'studio-model-'));
  for (const [name, sdl] of files) writeFileSync(join(schemaDir, name), sdl);
  const { model } = await readTypeDefs(schemaDir);
  const singles = model.documents.filter(isSingleton).flatMap(({ document }) => document?.type ?? []);
  const documents = studioDocuments(schema, new Set(singles)).map(edit);
  const seedDir = mkdtempSync(join(tmpdir(), 'studio-seed-'));
  writeFileSync(
    join(seedDir, 'data.ndjson'),
    documents.map((document) => JSON.stringify(document)).join('\n'),
  );
  writeFileSync(join(seedDir, 'mux-assets.json'), JSON.stringify({ assets: [ASSET] }));
  const stack = await startStack({ schemaDir, seedDir, hasCache: false, ...options });
  // The first operations share the event loop with the work after a start, and can exceed the deadline of content requests.
  const [first = ''] = model.documents.map((type) => rootField(type, { _id: 'unknown' }));
  await within(10_000, async () => expect((await stack.query(`{ ${first} { id } }`)).errors).toEqual([]));
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
