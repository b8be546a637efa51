/**
 * Measures the overhead of rate limits: cached and executed operations over HTTP, with and without rate limits, and the
 * cost estimate alone. Rounds alternate, so that other load of the machine affects all measurements equally.
 * `node tests/programs/bench/limits.bench.ts [rounds]`
 */
import { readFileSync } from 'node:fs';
import { buildSchema, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { createCostEstimator } from '../../../gateway/graphql/operations/cost/costEstimator.ts';
import { ROOT, startStack } from '../../support/stack.ts';
import { quantile } from '../load/quantile.ts';
import { createBenchClient, readOperation, renameOperation } from './request.ts';

const [rounds = 60] = process.argv.slice(2).map(Number);
const REQUESTS_PER_ROUND = 10;
/** Limit of the time with rate limits, relative to the time without. */
const MAX_RATIO = 1.25;

/** The lower quartile is less sensitive to other load of the machine than the median. */
const lowerQuartile = (values: readonly number[]) => quantile(values, 0.25);

const { query, close } = createBenchClient();
const UNREACHED_RATE_LIMIT = '900000000/900000000';
const stack = await startStack({ env: { RATE_LIMIT_ANONYMOUS: UNREACHED_RATE_LIMIT } });
const unlimited = await createGateway(
  readConfig({ ...stack.env, RATE_LIMIT_ANONYMOUS: 'off', STATE_DIR: `${stack.env.STATE_DIR}/unlimited` }),
);

const GATEWAYS = [
  ['limited', stack],
  ['unlimited', unlimited],
] as const;

const wide = readOperation('wide');
try {
  await unlimited.mediaLibraryLoaded;
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++)
    for (const [source, createDocument] of [
      ['cached', () => wide],
      ['executed', () => renameOperation(wide)],
    ] as const)
      for (const [name, { url }] of round % 2 ? GATEWAYS : GATEWAYS.toReversed()) {
        await query(url, createDocument());
        const startedAt = performance.now();
        for (let i = 0; i < REQUESTS_PER_ROUND; i++) await query(url, createDocument());
        const key = `${source} ${name}`;
        times.set(key, [...(times.get(key) ?? []), (performance.now() - startedAt) / REQUESTS_PER_ROUND]);
      }
  console.log('ms         limited  unlimited   ratio');
  for (const source of ['cached', 'executed']) {
    const [limitedMs, unlimitedMs] = ['limited', 'unlimited'].map((name) =>
      lowerQuartile(times.get(`${source} ${name}`) ?? []),
    );
    const ratio = (limitedMs as number) / (unlimitedMs as number);
    const cells = [limitedMs?.toFixed(3), unlimitedMs?.toFixed(3), ratio.toFixed(3)];
    console.log(`${source.padEnd(10)}${cells.map((cell) => String(cell).padStart(8)).join('  ')}`);
    if (ratio > MAX_RATIO) {
      console.error(`${source}: expected a ratio of at most ${MAX_RATIO}, got ${ratio.toFixed(3)}`);
      process.exitCode = 1;
    }
  }

  const schema = buildSchema(readFileSync(`${ROOT}schema/contract.graphql`, 'utf8'));
  const document = parse(readOperation('home'));
  const operation = document.definitions.find(
    ({ kind }) => kind === Kind.OPERATION_DEFINITION,
  ) as OperationDefinitionNode;
  const estimateCost = createCostEstimator(schema);
  const measure = (operationOf: () => OperationDefinitionNode) => {
    const microseconds = Array.from({ length: rounds }, () => {
      const startedAt = performance.now();
      for (let i = 0; i < 100; i++) estimateCost({ operation: operationOf(), document, variables: {} });
      return (performance.now() - startedAt) * 10;
    });
    return lowerQuartile(microseconds);
  };
  const first = measure(() => ({ ...operation }));
  const repeated = measure(() => operation);
  console.log(
    `\ncost estimate of the home operation: ${first.toFixed(1)} µs the first time, ${repeated.toFixed(2)} µs when cached`,
  );
} finally {
  close();
  await unlimited.close();
  await stack.close();
}
