import { getHeapStatistics } from 'node:v8';
import { type DocumentNode, parse } from 'graphql';
import { readTypeDefs } from '../../../gateway/graphql/schema/buildSchema.ts';
import { mergeQueries } from '../../../gateway/providers/content/batch.ts';
import type { ContentClient } from '../../../gateway/providers/content/client.ts';
import { renderExpression } from '../../../gateway/providers/content/groq/groq.ts';
import { createContentGraph } from '../../reference/graph.ts';
import { ROOT } from '../../support/stack.ts';
import { median } from '../load/quantile.ts';
import { readOperation } from './request.ts';

/*
 * What the gateway itself spends on the queries of an operation: compiling its selections, rendering them under
 * variables, merging them into one request. Nothing is sent. Rounds of the operations alternate, so that what else the
 * machine does falls on all of them alike.
 *
 *     node --expose-gc tests/programs/bench/projection.bench.ts
 */
const ROUNDS = 15;
const TIMES = 200;

const nothing: ContentClient = { query: async () => ({ result: {}, tags: [] }) };
const defs = await readTypeDefs(`${ROOT}schema/model`);
const graph = createContentGraph(defs, nothing);
const operations = ['home', 'wide', 'article'].map((name) => {
  const text = readOperation(name);
  return { name, text, document: parse(text), variables: { slug: 'lorenz' } };
});

interface Measure {
  readonly microseconds: number;
  readonly kilobytes: number;
}

/** The mean time and allocation of one of many runs. Without `--expose-gc` a collection may spoil the allocations. */
async function measure(run: () => unknown): Promise<Measure> {
  globalThis.gc?.();
  const heap = getHeapStatistics().used_heap_size;
  const begin = performance.now();
  for (let i = 0; i < TIMES; i++) await run();
  const microseconds = ((performance.now() - begin) * 1000) / TIMES;
  return { microseconds, kilobytes: Math.max(0, getHeapStatistics().used_heap_size - heap) / 1024 / TIMES };
}

const answer = (document: DocumentNode, variables: Record<string, unknown>) =>
  graph.answer(document, variables);
const results = new Map<string, Measure[]>();
const note = async (name: string, run: () => unknown) =>
  results.set(name, [...(results.get(name) ?? []), await measure(run)]);

for (let round = 0; round < ROUNDS; round++)
  for (const { name, text, document, variables } of operations) {
    await note(`${name}: parse, compile, render, merge`, () => answer(parse(text), variables));
    await note(`${name}: parse alone`, () => parse(text));
    await note(`${name}: render, merge`, () => answer(document, variables));
    const { groq, params } = graph.sent.at(-1) as (typeof graph.sent)[number];
    graph.sent.length = 0;
    const expression = renderExpression({ groq, shape: () => true }, {});
    await note(`${name}: merge alone`, () =>
      mergeQueries([{ ...expression, params: Object.values(params) }]),
    );
    await note(`${name}: its text as a key`, () => JSON.stringify(groq));
  }

for (const [name, measures] of results) {
  const of = (part: keyof Measure) => median(measures.map((m) => m[part]));
  console.log(
    `${name.padEnd(42)} ${of('microseconds').toFixed(1).padStart(8)} µs ${of('kilobytes').toFixed(1).padStart(8)} kB`,
  );
}
const pieces = graph.compiled();
for (let i = 0; i < 1000; i++)
  for (const { document } of operations) await answer(document, { slug: `value-${i}` });
console.log(`compiled by 3000 further requests with 1000 values: ${graph.compiled() - pieces}`);
