import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContentEmulator } from '../../gateway/emulators/content/emulator.ts';
import type { TypeDefs } from '../../gateway/graphql/schema/buildSchema.ts';
import { createContentClient } from '../../gateway/providers/content/client.ts';
import type { Json } from '../support/documentShape.ts';
import { type ContentGraph, createContentGraph } from './contentGraph.ts';
import type { Doc } from './dataset.ts';
import { executeTraced } from './executeTraced.ts';
import { writeSeed } from './generator/generate.ts';

const ACCOUNT = { projectId: 'p', dataset: 'd', readToken: 'r' };

/** Runs a test with a content graph whose responses have source maps, over a content emulator with documents. */
export async function withMapsGraph(
  defs: TypeDefs,
  documents: readonly Doc[],
  run: (graph: ContentGraph) => Promise<void>,
): Promise<void> {
  const seedDir = mkdtempSync(join(tmpdir(), 'maps-'));
  writeSeed(seedDir, documents as unknown as Json[]);
  const emulator = await createContentEmulator({ ...ACCOUNT, seedDir, port: 0, writeToken: 'w' });
  try {
    const client = createContentClient({
      ...ACCOUNT,
      apiVersion: '2025-02-19',
      apiHost: emulator.url,
      usesCdn: false,
      timeoutMs: 10_000,
    });
    await run(createContentGraph(defs, client, executeTraced));
  } finally {
    await emulator.close();
    rmSync(seedDir, { recursive: true });
  }
}
