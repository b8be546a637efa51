import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { type ExecutionResult, parse } from 'graphql';
import type { ContentGraph } from './contentGraph.ts';
import type { ReferenceImplementation } from './referenceImplementation.ts';
import type { Operation } from './writeOperation.ts';

/** Ends shrinking before the test timeout of 60 s, so that the failure is reported. */
const SHRINK_TIMEOUT_MS = 45_000;

/** The errors of parts that a rich text omits, which have tests of their own. */
const OMITTED_PART = /^expected .* in the document .*; correct the document in the Studio$/;

/** Returns the data of a response and whether it has errors. Null propagation may hide different errors. */
const comparablePart = ({ data, errors }: ExecutionResult) => ({
  data: JSON.parse(JSON.stringify(data ?? null)) as unknown,
  hasErrors: errors?.some(({ message }) => !OMITTED_PART.test(message)) ?? false,
});

const formatResponse = ({ data, errors }: ExecutionResult): string =>
  JSON.stringify(
    { data, errors: errors?.map(({ message, path }) => `${path?.join('.')}: ${message}`) },
    null,
    1,
  );

/**
 * Asserts that a content graph and the reference implementation have equal responses to arbitrary operations.
 * @throws Error with the seed, the smallest operation with different responses, and both responses
 */
export async function assertSameResponses(
  graph: ContentGraph,
  reference: ReferenceImplementation,
  operations: fc.Arbitrary<Operation>,
  options: { seed: number; numRuns: number },
): Promise<void> {
  const property = fc.asyncProperty(operations, async ({ text, variables }) => {
    // All sets of variables share one parsed document, so that they share compiled expressions as well.
    const document = parse(text);
    for (const values of variables) {
      const expected = await reference.execute(document, values);
      const actual = await graph.execute(document, values);
      if (!isDeepStrictEqual(comparablePart(expected), comparablePart(actual)))
        throw new Error(
          `variables ${JSON.stringify(values)}\nexpected ${formatResponse(expected)}\ngot ${formatResponse(actual)}`,
        );
    }
  });
  await fc.assert(property, {
    ...options,
    includeErrorInReport: true,
    interruptAfterTimeLimit: SHRINK_TIMEOUT_MS,
    markInterruptAsFailure: true,
  });
}
