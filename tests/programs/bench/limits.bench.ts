/**
 * What limits and budgets cost: an operation over HTTP, answered whole out of what is kept and executed,
 * from a gateway with budgets and from one without, and the measuring of operations alone. Rounds alternate, so that
 * what else the machine does falls on all alike. `node tests/programs/bench/limits.bench.ts [rounds]`
 */
import { readFileSync } from 'node:fs';
import { buildSchema, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { createCostEstimator } from '../../../gateway/graphql/operations/cost/estimateCost.ts';
import { openHouse, ROOT } from '../../support/stack.ts';
import { quantile } from '../load/quantile.ts';
import { createAsker, readOperation, renamed } from './request.ts';

const [rounds = 60] = process.argv.slice(2).map(Number);
const TIMES = 10;
/** What a gateway with budgets may take at most, as a part of what one without takes. */
const LIMIT = 1.25;

/** The lower quartile: what a busy machine adds is not what is measured. */
const usual = (values: readonly number[]) => quantile(values, 0.25);

const { ask, close } = createAsker();
const HUGE = '900000000/900000000';
const house = await openHouse({ env: { RATE_LIMIT_ANONYMOUS: HUGE } });
const without = await createGateway(
  readConfig({ ...house.env, RATE_LIMIT_ANONYMOUS: 'off', STATE_DIR: `${house.env.STATE_DIR}/without` }),
);

const GATEWAYS = [
  ['with', house],
  ['without', without],
] as const;

const wide = readOperation('wide');
try {
  await without.warm;
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round++)
    for (const [way, query] of [
      ['kept', () => wide],
      ['executed', () => renamed(wide)],
    ] as const)
      for (const [name, { url }] of round % 2 ? GATEWAYS : GATEWAYS.toReversed()) {
        await ask(url, query());
        const begun = performance.now();
        for (let i = 0; i < TIMES; i++) await ask(url, query());
        const key = `${way} ${name}`;
        times.set(key, [...(times.get(key) ?? []), (performance.now() - begun) / TIMES]);
      }
  console.log('ms            with   without   ratio');
  for (const way of ['kept', 'executed']) {
    const [budgeted, free] = ['with', 'without'].map((name) => usual(times.get(`${way} ${name}`) ?? []));
    const ratio = (budgeted as number) / (free as number);
    const cells = [budgeted?.toFixed(3), free?.toFixed(3), ratio.toFixed(3)];
    console.log(`${way.padEnd(10)}${cells.map((cell) => String(cell).padStart(8)).join('  ')}`);
    if (ratio > LIMIT) process.exitCode = 1;
  }

  const schema = buildSchema(readFileSync(`${ROOT}schema/contract.graphql`, 'utf8'));
  const document = parse(readOperation('home'));
  const operation = document.definitions.find(
    ({ kind }) => kind === Kind.OPERATION_DEFINITION,
  ) as OperationDefinitionNode;
  const costOf = createCostEstimator(schema);
  const measure = (of: () => OperationDefinitionNode) => {
    const microseconds = Array.from({ length: rounds }, () => {
      const begun = performance.now();
      for (let i = 0; i < 100; i++) costOf({ operation: of(), document, variables: {} });
      return (performance.now() - begun) * 10;
    });
    return usual(microseconds);
  };
  const first = measure(() => ({ ...operation }));
  const again = measure(() => operation);
  console.log(
    `\nthe cost of the front page’s operation: ${first.toFixed(1)} µs the first time, ${again.toFixed(2)} µs from then on`,
  );
} finally {
  close();
  await without.close();
  await house.close();
}
