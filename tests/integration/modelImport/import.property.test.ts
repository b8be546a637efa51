import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'graphql';
import { readExtract } from '../../../gateway/cli/modelImport/extract/readExtract.ts';
import { importTypes } from '../../../gateway/cli/modelImport/testing/importSdl.ts';
import { isSingleton } from '../../../gateway/core/model/lookups.ts';
import { readTypeDefs, type TypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { caseCount } from '../../reference/caseCount.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import type { Doc } from '../../reference/dataset.ts';
import { pageWide, rootField } from './testing/pageWide.ts';
import { studioArbitrary } from './testing/studioArbitrary.ts';
import { studioDocuments } from './testing/studioDocuments.ts';

/** The studios are the same in every run. A failure reports the smallest one. */
const SEED = 62;
const RUNS = caseCount(100);

/** Imports a studio, and reads the model as the gateway does. */
async function importAndRead(declarations: readonly object[]): Promise<TypeDefs> {
  const { files } = await importTypes(declarations);
  const folder = mkdtempSync(join(tmpdir(), 'imported-'));
  try {
    for (const [file, sdl] of files) writeFileSync(join(folder, file), sdl);
    return await readTypeDefs(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('model import: every extract becomes a model that the gateway accepts and builds its schema from', async () => {
  await fc.assert(
    fc.asyncProperty(studioArbitrary({ isRealistic: false }), async (declarations) => {
      const { schema } = createContentGraph(await importAndRead(declarations), createEvaluatorClient([]));
      expect(Object.keys(schema.getQueryType()?.getFields() ?? {}).length).toBeGreaterThan(0);
    }),
    { seed: SEED, numRuns: RUNS },
  );
}, 60_000);

test('model import: documents of every studio are served as they are stored, in one content request each', async () => {
  await fc.assert(
    fc.asyncProperty(studioArbitrary({ isRealistic: true }), async (declarations) => {
      const defs = await importAndRead(declarations);
      const { model } = defs;
      const singles = model.documents.filter(isSingleton).flatMap(({ document }) => document?.type ?? []);
      const extract = readExtract(JSON.stringify(declarations), 'schema.json');
      const documents = studioDocuments(extract, new Set(singles));
      const graph = createContentGraph(defs, createEvaluatorClient(documents as unknown as Doc[]));
      for (const document of documents) {
        const type = model.types.get(model.typeOfDocument.get(String(document._type)) ?? '');
        if (!type) continue;
        const { text, read } = pageWide(model, documents, type);
        graph.requests.length = 0;
        const { data, errors } = await graph.execute(
          parse(`{ document: ${rootField(type, document)} ${text} }`),
          {},
        );
        expect(errors).toBeUndefined();
        expect(graph.requests).toHaveLength(1);
        expect(JSON.parse(JSON.stringify(data?.document))).toEqual(read(document));
      }
    }),
    { seed: SEED, numRuns: RUNS },
  );
}, 60_000);
