import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type ExecutionResult,
  execute,
  getVariableValues,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { createContentGraph, createEvaluatorClient } from '../../reference/contentGraph.ts';
import { executePrepared } from '../../reference/executePrepared.ts';
import { edgeCasesModel, type ModelCase, publicationCase, recipesCase } from '../../reference/modelCases.ts';
import { operationArbitrary } from '../../reference/operationArbitrary.ts';
import { caseCount } from '../../reference/randomCases.ts';
import { createReferenceImplementation } from '../../reference/referenceImplementation.ts';
import { failingSchema } from './failingSchema.ts';

/** With some other seeds, a single filter takes minutes in groq-js. */
const SEED = 3;
const OPERATIONS = caseCount(15);
const FAILING_SCHEMAS = caseCount(40);
const INVALID_SHARE = 0.08;

const CASES: readonly (readonly [name: string, read: () => Promise<ModelCase>])[] = [
  ['recipes with invalid values', () => recipesCase('documents', INVALID_SHARE)],
  ['edge cases', () => edgeCasesModel('documents', 0)],
  ['edge cases with invalid values', () => edgeCasesModel('documents', INVALID_SHARE)],
  ['films, people and articles', () => publicationCase(40)],
];

/** The bytes of a response, with locations and paths of errors. */
const textOf = (result: ExecutionResult): string =>
  JSON.stringify({ data: result.data, errors: result.errors?.map((error) => error.toJSON()) });

describe('prepared operations: random operations have the same response as with graphql-js', () => {
  test.each(CASES)(
    '%s',
    async (_name, read) => {
      const { defs, documents, expressions } = await read();
      const { dataset } = createReferenceImplementation({ ...defs, documents, expressions });
      const client = createEvaluatorClient(documents);
      const expected = createContentGraph(defs, client);
      const actual = createContentGraph(defs, client, executePrepared);
      const operations = operationArbitrary({ schema: expected.schema, model: defs.model, dataset });
      const property = fc.asyncProperty(operations, async ({ text, variables }) => {
        // All sets of variables share one plan.
        const document = parse(text);
        const { variableDefinitions = [] } = document.definitions[0] as OperationDefinitionNode;
        for (const values of variables) {
          if (getVariableValues(expected.schema, variableDefinitions, values).errors) continue;
          for (let run = 0; run < 2; run++)
            expect(textOf(await actual.execute(document, values))).toBe(
              textOf(await expected.execute(document, values)),
            );
          expect(actual.requests).toEqual(expected.requests);
        }
      });
      await fc.assert(property, { seed: SEED, numRuns: OPERATIONS });
    },
    60_000,
  );

  test('resolvers that fail, are null or wait, under every combination of lists and required types', async () => {
    const property = fc.asyncProperty(failingSchema, async ({ schema, text }) => {
      const args = { schema, document: parse(text) };
      for (let run = 0; run < 2; run++)
        expect(textOf(await executePrepared(args))).toBe(textOf(await execute(args)));
    });
    await fc.assert(property, { seed: SEED, numRuns: FAILING_SCHEMAS });
  }, 60_000);
});
