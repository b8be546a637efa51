import { getHeapStatistics } from 'node:v8';
import { type DocumentNode, parse } from 'graphql';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { mergeQueries } from '../../../gateway/providers/content/batch.ts';
import type { ContentClient } from '../../../gateway/providers/content/client.ts';
import { renderExpression } from '../../../gateway/providers/content/groq/groq.ts';
import { createContentGraph } from '../../reference/contentGraph.ts';
import { ROOT } from '../../support/stack.ts';
import { median } from '../load/quantile.ts';
import { readOperation } from './request.ts';

/*
 * Measures the gateway's work on the GROQ of an operation without upstream requests: compiling selections, rendering
 * with variables, and merging into one request. Rounds alternate, so that other load of the machine affects all
 * operations equally.
 *
 *     node --expose-gc tests/programs/bench/projection.bench.ts
 */
const ROUNDS = 15;
const RUNS_PER_ROUND = 200;

const emptyClient: ContentClient = { query: async () => ({ result: {}, tags: [] }) };
const defs = await readTypeDefs(`${ROOT}schema/model`);
const graph = createContentGraph(defs, emptyClient);
const operations = ['home', 'wide', 'article'].map((name) => {
  const text = readOperation(name);
  return { name, text, document: parse(text), variables: { slug: 'lorenz' } };
});

interface Measurement {
  readonly microseconds: number;
  readonly kilobytes: number;
}

/** Returns the mean time and allocation of a run. Without `--expose-gc` a collection can distort the allocation. */
async function measure(run: () => unknown): Promise<Measurement> {
  globalThis.gc?.();
  const heapBefore = getHeapStatistics().used_heap_size;
  const startedAt = performance.now();
  for (let i = 0; i < RUNS_PER_ROUND; i++) await run();
  const microseconds = ((performance.now() - startedAt) * 1000) / RUNS_PER_ROUND;
  return {
    microseconds,
    kilobytes: Math.max(0, getHeapStatistics().used_heap_size - heapBefore) / 1024 / RUNS_PER_ROUND,
  };
}

const execute = (document: DocumentNode, variables: Record<string, unknown>) =>
  graph.execute(document, variables);
const results = new Map<string, Measurement[]>();
const record = async (name: string, run: () => unknown) =>
  results.set(name, [...(results.get(name) ?? []), await measure(run)]);

for (let round = 0; round < ROUNDS; round++)
  for (const { name, text, document, variables } of operations) {
    await record(`${name}: parse, compile, render, merge`, () => execute(parse(text), variables));
    await record(`${name}: parse only`, () => parse(text));
    await record(`${name}: render, merge`, () => execute(document, variables));
    const { groq, params } = graph.requests.at(-1) as (typeof graph.requests)[number];
    graph.requests.length = 0;
    const expression = renderExpression({ groq, isValid: () => true }, {}, false);
    await record(`${name}: merge only`, () =>
      mergeQueries([{ ...expression, params: Object.values(params) }]),
    );
    await record(`${name}: serialize as a cache key`, () => JSON.stringify(groq));
  }

for (const [name, measurements] of results) {
  const medianOf = (figure: keyof Measurement) =>
    median(measurements.map((measurement) => measurement[figure]));
  console.log(
    `${name.padEnd(42)} ${medianOf('microseconds').toFixed(1).padStart(8)} µs ${medianOf('kilobytes').toFixed(1).padStart(8)} kB`,
  );
}
const compiledBefore = graph.compiledCount();
for (let i = 0; i < 1000; i++)
  for (const { document } of operations) await execute(document, { slug: `value-${i}` });
console.log(
  `expressions compiled by 3000 more requests with 1000 different values (expected 0): ${graph.compiledCount() - compiledBefore}`,
);
