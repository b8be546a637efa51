import { isDeepStrictEqual } from 'node:util';
import { type ExecutionResult, type GraphQLSchema, parse } from 'graphql';
import { Chance } from '../generator/chance.ts';
import type { Reference } from './execute.ts';
import type { ContentGraph } from './graph.ts';
import { type OperationsOptions, type RandomOperation, randomOperation } from './operations.ts';
import { shrink } from './shrink.ts';

/** An operation that is answered otherwise than by the reference. */
export interface Difference {
  readonly seed: string;
  readonly operation: string;
  readonly variables: Record<string, unknown>;
  readonly expected: unknown;
  readonly got: unknown;
}

/** How an answer is compared: the data, and whether there were errors. A null that spreads may hide errors beside it. */
const outcome = ({ data, errors }: ExecutionResult) => ({
  data: JSON.parse(JSON.stringify(data ?? null)) as unknown,
  errs: (errors?.length ?? 0) > 0,
});

/** Asks both for the same operations, made by chance from `<seed> 0`, `<seed> 1`, …; the first difference, made small. */
export async function firstDifference(
  graph: ContentGraph,
  reference: Reference,
  options: OperationsOptions,
  { seed, count }: { seed: string; count: number },
): Promise<Difference | undefined> {
  for (let i = 0; i < count; i++) {
    const operation = randomOperation(options, new Chance(`${seed} ${i}`));
    const found = await differenceOf(graph, reference, operation);
    if (found) return { seed: `${seed} ${i}`, ...(await smallest(graph, reference, options.schema, found)) };
  }
  return undefined;
}

async function differenceOf(graph: ContentGraph, reference: Reference, { text, variables }: RandomOperation) {
  // One parsed document for all variables: what is compiled for the first must serve the second.
  const document = parse(text);
  for (const values of variables) {
    const [expected, answer] = [
      await reference.answer(document, values),
      await graph.answer(document, values),
    ];
    if (!isDeepStrictEqual(outcome(expected), outcome(answer)))
      return { text, values, variables, expected, answer };
  }
  return undefined;
}

async function smallest(
  graph: ContentGraph,
  reference: Reference,
  schema: GraphQLSchema,
  {
    text,
    values,
    variables,
  }: { text: string; values: Record<string, unknown>; variables: RandomOperation['variables'] },
): Promise<Omit<Difference, 'seed'>> {
  const of = (candidate: string, sets: RandomOperation['variables']) =>
    differenceOf(graph, reference, { text: candidate, variables: sets });
  const sets = (await of(text, [values])) ? [values] : variables;
  const operation = await shrink(
    schema,
    text,
    async (candidate) => (await of(candidate, sets)) !== undefined,
  );
  const found = (await of(operation, sets)) as NonNullable<Awaited<ReturnType<typeof of>>>;
  const told = ({ data, errors }: ExecutionResult) => ({
    data,
    errors: errors?.map(({ message, path }) => `${path?.join('.')}: ${message}`),
  });
  return { operation, variables: found.values, expected: told(found.expected), got: told(found.answer) };
}
