import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { type ExecutionResult, parse } from 'graphql';
import type { Reference } from './execute.ts';
import type { ContentGraph } from './graph.ts';
import type { Operation } from './operationText.ts';

/** Shrinking ends in time for the failure to be reported by a test that may take a minute. */
const SHRINKING_ENDS_AFTER_MS = 45_000;

/** Returns the compared part of a response: its data and whether it has errors. Null propagation may hide other errors. */
const outcome = ({ data, errors }: ExecutionResult) => ({
  data: JSON.parse(JSON.stringify(data ?? null)) as unknown,
  hasErrors: (errors?.length ?? 0) > 0,
});

const shown = ({ data, errors }: ExecutionResult): string =>
  JSON.stringify(
    { data, errors: errors?.map(({ message, path }) => `${path?.join('.')}: ${message}`) },
    null,
    1,
  );

/**
 * Asserts that both respond alike to arbitrary operations.
 * @throws Error with the seed, the smallest operation found that they respond to differently, and both responses
 */
export async function assertSameResponses(
  graph: ContentGraph,
  reference: Reference,
  operations: fc.Arbitrary<Operation>,
  options: { seed: number; numRuns: number },
): Promise<void> {
  const property = fc.asyncProperty(operations, async ({ text, variables }) => {
    // One parsed document for all variables: what is compiled for the first must serve the second.
    const document = parse(text);
    for (const values of variables) {
      const expected = await reference.execute(document, values);
      const actual = await graph.execute(document, values);
      if (!isDeepStrictEqual(outcome(expected), outcome(actual)))
        throw new Error(
          `variables ${JSON.stringify(values)}\nexpected ${shown(expected)}\ngot ${shown(actual)}`,
        );
    }
  });
  await fc.assert(property, {
    ...options,
    includeErrorInReport: true,
    interruptAfterTimeLimit: SHRINKING_ENDS_AFTER_MS,
    markInterruptAsFailure: true,
  });
}
