import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { buildSchema, type ExecutionResult, execute, parse } from 'graphql';
import { createFairScheduler } from '../../../services/scheduling/fairScheduler.ts';
import { scheduleComputedFields } from './computedFields.ts';

const ROWS = 100;
const FIELD_MS = 2;

const block = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end; );
};

const schema = buildSchema(`
  directive @cost(weight: String!) on FIELD_DEFINITION
  type Query { rows: [Row!]! }
  type Row { number: Int!, text(suffix: String = ""): String! @cost(weight: "10") }
`);
scheduleComputedFields(schema, createFairScheduler());
const rows = Array.from({ length: ROWS }, (_, number) => ({
  number,
  text({ suffix }: { readonly suffix: string }) {
    block(FIELD_MS);
    return `text ${number}${suffix}`;
  },
}));
const run = (query: string) =>
  execute({
    schema,
    document: parse(query),
    rootValue: { rows },
    contextValue: { caller: { kind: 'anonymous', name: 'anonymous', address: '192.0.2.1' } },
  });

test('computed fields: the event loop runs between slices of a large operation', async () => {
  let isDone = false;
  const result = Promise.resolve(run('{ rows { number text(suffix: "!") } }')).finally(() => {
    isDone = true;
  });
  let iterations = 0;
  for (; !isDone; iterations++) await nextIteration();
  const expected = rows.map(({ number }) => ({ number, text: `text ${number}!` }));
  expect((await result).data).toEqual({ rows: expected });
  // A slice of 10 ms has room for five fields; a machine with other work makes slices shorter.
  expect(iterations).toBeGreaterThanOrEqual((ROWS * FIELD_MS) / 20);
});

test('computed fields: a small operation is executed at once', async () => {
  await nextIteration();
  expect((run('{ rows { number } }') as ExecutionResult).data).toBeDefined();
});
