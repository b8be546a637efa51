import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { ContentSourceMap } from '@sanity/client/csm';
import fc from 'fast-check';
import { parse } from 'graphql';
import { createContentEmulator } from '../../../gateway/emulators/content/emulator.ts';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { createContentClient } from '../../../gateway/providers/content/client.ts';
import { createContentGraph } from '../../reference/contentGraph.ts';
import { Dataset, type Doc } from '../../reference/dataset.ts';
import { executeTraced } from '../../reference/executeTraced.ts';
import { writeSeed } from '../../reference/generator/generate.ts';
import { languagesModel } from '../../reference/languages.ts';
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
import { sourceMapFaults, withTypeNames } from '../../reference/sourceMapFaults.ts';
import { withUniqueTexts } from '../../reference/uniqueTexts.ts';
import type { Json } from '../../support/documentShape.ts';
import { ROOT } from '../../support/stack.ts';

/** The operations are the same in every run. `RANDOM_CASES=84` has more than 10,000. */
const SEED = randomSeed(6);
const OPERATIONS = caseCount(12);
const INVALID_SHARE = 0.08;
const PERSPECTIVES = ['drafts', 'r1', 'r1,drafts'];

async function languagesCase(): Promise<ModelCase> {
  const folder = `${ROOT}tests/support/fixtures/languages`;
  const defs = await readTypeDefs(`${folder}/schema`);
  const lines = readFileSync(`${folder}/seed/content.ndjson`, 'utf8').trim().split('\n');
  const documents = lines.map((line) => JSON.parse(line) as Doc);
  return {
    name: 'languages',
    defs: { ...defs, model: languagesModel('en,de,de-CH:de,fr:') },
    documents,
    expressions: {},
  };
}

const CASES: readonly (readonly [
  name: string,
  read: () => Promise<ModelCase>,
  locales?: readonly string[],
])[] = [
  ['recipes', () => recipesCase('maps', 0)],
  ['recipes with invalid values', () => recipesCase('maps', INVALID_SHARE)],
  ['edge cases', () => edgeCasesModel('maps', 0)],
  ['edge cases with invalid values', () => edgeCasesModel('maps', INVALID_SHARE)],
  ['pages', () => pagesCase('maps', 0)],
  ['pages with invalid values', () => pagesCase('maps', INVALID_SHARE)],
  ['venues', () => venuesCase('maps', 0)],
  ['venues with invalid values', () => venuesCase('maps', INVALID_SHARE)],
  ['films, people and articles', () => publicationCase(60)],
  ['languages', languagesCase, ['en', 'de', 'de-CH', 'fr']],
];

describe('source maps: every mapping leads to the value in the response, and every attribute has one', () => {
  test.each(CASES)(
    '%s',
    async (_name, read, locales = ['en']) => {
      const { defs, documents: random } = await read();
      const documents = withUniqueTexts(random, defs.model);
      const seedDir = mkdtempSync(join(tmpdir(), 'maps-'));
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
        const graph = createContentGraph(defs, client, executeTraced);
        const dataset = new Dataset(documents);
        const operations = operationArbitrary({ schema: graph.schema, model: defs.model, dataset });
        const ids = new Set(documents.map(({ _id }) => _id));
        let mapped = 0;
        const property = fc.asyncProperty(
          operations,
          fc.constantFrom(...PERSPECTIVES),
          fc.constantFrom(...locales),
          async ({ text, variables }, perspective, locale) => {
            const document = withTypeNames(parse(text));
            const versionOf = (id: string) => {
              const published = id.replace(/^(drafts\.|versions\.[^.]+\.)/, '');
              const versions = perspective
                .split(',')
                .map((layer) =>
                  layer === 'drafts' ? `drafts.${published}` : `versions.${layer}.${published}`,
                );
              return versions.find((version) => ids.has(version)) ?? published;
            };
            for (const values of variables) {
              const result = await graph.execute(document, values, locale, perspective);
              const data = JSON.parse(JSON.stringify(result.data ?? null));
              const map = result.extensions?.contentSourceMaps as ContentSourceMap;
              const { schema } = graph;
              mapped += Object.keys(map.mappings).length;
              const faults = sourceMapFaults({ schema, defs, document, data, map, documents, versionOf });
              if (faults.length > 0)
                throw new Error(
                  `${perspective} ${JSON.stringify(values)}\n${faults.slice(0, 10).join('\n')}`,
                );
            }
          },
        );
        await fc.assert(property, { seed: SEED, numRuns: OPERATIONS, includeErrorInReport: true });
        expect(mapped).toBeGreaterThan(OPERATIONS / 4);
      } finally {
        await emulator.close();
        rmSync(seedDir, { recursive: true });
      }
    },
    600_000,
  );
});
