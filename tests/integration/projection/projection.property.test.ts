import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from '@jest/globals';
import { createContentEmulator } from '../../../gateway/emulators/content/emulator.ts';
import { createContentClient } from '../../../gateway/providers/content/client.ts';
import { assertSameResponses } from '../../reference/assertSameResponses.ts';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import { writeSeed } from '../../reference/generator/generate.ts';
import {
  edgeCasesModel,
  type ModelCase,
  pagesCase,
  publicationCase,
  recipesCase,
  venuesCase,
} from '../../reference/modelCases.ts';
import { operationArbitrary } from '../../reference/operationArbitrary.ts';
import { caseCount, randomSeed } from '../../reference/randomCases.ts';
import { createReferenceImplementation } from '../../reference/referenceImplementation.ts';
import type { Json } from '../../support/documentShape.ts';

/**
 * The operations are the same in every run. A failure reports the smallest operation that the gateway and the reference
 * respond to differently, with its variables and both responses.
 */
const SEED = randomSeed(4);
const OPERATIONS = caseCount(40);
/** The reference takes longer for the larger model. */
const PUBLICATION_OPERATIONS = caseCount(20);
/** The share of attributes whose value is not of their type. */
const INVALID_SHARE = 0.08;

const CASES: readonly (readonly [name: string, read: () => Promise<ModelCase>, operations?: number])[] = [
  ['recipes', () => recipesCase('documents', 0)],
  ['recipes with invalid values', () => recipesCase('documents', INVALID_SHARE)],
  ['edge cases', () => edgeCasesModel('documents', 0)],
  ['edge cases with invalid values', () => edgeCasesModel('documents', INVALID_SHARE)],
  ['pages', () => pagesCase('documents', 0)],
  ['pages with invalid values', () => pagesCase('documents', INVALID_SHARE)],
  ['venues', () => venuesCase('documents', 0)],
  ['venues with invalid values', () => venuesCase('documents', INVALID_SHARE)],
  ['films, people and articles', () => publicationCase(120), PUBLICATION_OPERATIONS],
];

describe('projection: random operations have the same response as the reference implementation', () => {
  test.each(CASES)(
    '%s',
    async (_name, read, numRuns = OPERATIONS) => {
      const { defs, documents, expressions } = await read();
      const reference = createReferenceImplementation({ ...defs, documents, expressions });
      const graph = createContentGraph(defs, createEvaluatorClient(documents));
      const { dataset } = reference;
      const operations = operationArbitrary({ schema: graph.schema, model: defs.model, dataset });
      await assertSameResponses(graph, reference, operations, { seed: SEED, numRuns });
    },
    60_000,
  );

  test('films, people and articles over HTTP', async () => {
    const { defs, documents, expressions } = await publicationCase(120);
    const seedDir = mkdtempSync(join(tmpdir(), 'property-'));
    writeSeed(seedDir, documents as unknown as Json[]);
    const account = { projectId: 'p', dataset: 'd', readToken: 'r' };
    const emulator = await createContentEmulator({ ...account, seedDir, port: 0, writeToken: 'w' });
    try {
      const client = createContentClient({
        ...account,
        apiVersion: '2025-02-19',
        apiHost: emulator.url,
        usesCdn: false,
        timeoutMs: 10_000,
      });
      const reference = createReferenceImplementation({ ...defs, documents, expressions });
      const graph = createContentGraph(defs, client);
      const { dataset } = reference;
      const operations = operationArbitrary({ schema: graph.schema, model: defs.model, dataset });
      await assertSameResponses(graph, reference, operations, {
        seed: SEED,
        numRuns: PUBLICATION_OPERATIONS,
      });
    } finally {
      await emulator.close();
      rmSync(seedDir, { recursive: true });
    }
  }, 60_000);
});
