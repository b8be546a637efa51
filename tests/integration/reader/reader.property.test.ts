import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'graphql';
import { readExtract } from '../../../gateway/cli/modelImport/extract/readExtract.ts';
import { importTypes } from '../../../gateway/cli/modelImport/testing/importSdl.ts';
import { errorUrl } from '../../../gateway/core/errorUrl.ts';
import { isSingleton } from '../../../gateway/core/model/lookups.ts';
import { toGlobalId } from '../../../gateway/core/relay.ts';
import { createOperationLimits } from '../../../gateway/graphql/operations/cost/operationLimits.ts';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { createReader } from '../../../gateway/sites/reader/createReader.ts';
import { createLimitCheck } from '../../../gateway/sites/reader/operations/fitOperation.ts';
import type { SendToGraph } from '../../../schema/pages.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import type { Doc } from '../../reference/dataset.ts';
import { caseCount, randomSeed } from '../../reference/randomCases.ts';
import { studioArbitrary } from '../modelImport/testing/studioArbitrary.ts';
import { studioDocuments } from '../modelImport/testing/studioDocuments.ts';
import { readHtml } from './testing/readPage.ts';

/** The studios are the same in every run. A failure reports the smallest one. */
const SEED = randomSeed(77);
const RUNS = caseCount(25);
const LIMITS = { maxCost: 20_000, maxDuplicateFields: 30 };

/** Imports a studio, and creates a reader of its model and generated documents, without a server. */
async function createStudioReader(declarations: readonly object[]) {
  const { files } = await importTypes(declarations);
  const folder = mkdtempSync(join(tmpdir(), 'imported-'));
  for (const [file, sdl] of files) writeFileSync(join(folder, file), sdl);
  const defs = await readTypeDefs(folder).finally(() => rmSync(folder, { recursive: true }));
  const { model } = defs;
  const singles = model.documents.filter(isSingleton).flatMap(({ document }) => document?.type ?? []);
  const extract = readExtract(JSON.stringify(declarations), 'schema.json');
  const documents = studioDocuments(extract, new Set(singles));
  const graph = createContentGraph(defs, createEvaluatorClient(documents as unknown as Doc[]));
  const texts = new Map<string, string>();
  const isWithinLimits = createLimitCheck(
    graph.schema,
    createOperationLimits(graph.schema, LIMITS, { limitOf: () => undefined }),
  );
  const { pages } = createReader({
    served: { docs: true, explorer: true },
    model,
    visibleSchema: () => graph.schema,
    isWithinLimits,
    trust: (id, text) => void texts.set(id, text),
    defaultName: 'Studio',
    log: { error: (fields: unknown) => expect(fields).toBeUndefined() },
  });
  const send: SendToGraph = async ({ url }) => {
    const query = new URL(url, 'http://localhost').searchParams;
    const text = texts.get(query.get('documentId')?.slice('sha256:'.length) ?? '') ?? '';
    const variables = JSON.parse(query.get('variables') ?? '{}');
    expect({ text, isWithinLimits: isWithinLimits(text, variables) }).toEqual({ text, isWithinLimits: true });
    const result = await graph.execute(parse(text), variables);
    return { status: 200, contentType: 'application/json', text: JSON.stringify(result) };
  };
  const open = async (path: string) => {
    const request = new Request(`http://localhost${path}`);
    const { status, text } = await pages.respond(request, {
      send,
      origin: 'http://localhost',
      preview: undefined,
      errorUrl,
    });
    return { status, ...readHtml(text) };
  };
  return { model, documents, open };
}

test('reader: the pages of every studio open without an error, within the limits of operations', async () => {
  await fc.assert(
    fc.asyncProperty(studioArbitrary({ isRealistic: true }), async (declarations) => {
      const { model, documents, open } = await createStudioReader(declarations);
      const paths = ['/'];
      for (const type of model.documents)
        if (!isSingleton(type)) paths.push(`/content/${type.document?.plural}`);
      for (const { _id, _type } of documents) {
        const name = model.typeOfDocument.get(String(_type));
        if (!name) continue;
        const path = `/document/${toGlobalId(name, String(_id))}`;
        const lists = [...(model.types.get(name)?.fields.values() ?? [])].filter(({ isList }) => isList);
        paths.push(path, ...lists.map((field) => `${path}?field=${field.name}`));
      }
      for (const path of paths) {
        const { status, heading, text } = await open(path);
        // A list of objects without a value for readers has no page.
        if (status === 404 && path.includes('?field=')) continue;
        expect({ path, status, isNamed: heading !== '', text }).toEqual({
          path,
          status: 200,
          isNamed: true,
          text,
        });
        expect(text).not.toContain('Some values are missing');
      }
    }),
    { seed: SEED, numRuns: RUNS },
  );
}, 60_000);
