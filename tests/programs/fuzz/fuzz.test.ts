import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';
import { ROOT } from '../../support/stack.ts';
import { fuzz } from './fuzz.ts';
import type { FuzzTarget } from './fuzzTarget.ts';
import { createSharedGateways } from './sharedGateways.ts';
import { FUZZ_TARGETS } from './targets.ts';
import { GRAPHQL_REQUESTS } from './values/graphqlRequests.ts';

/** Inputs of each kind: about two seconds. */
const CASE_COUNTS: Readonly<Record<string, number>> = {
  captions: 40,
  formulas: 60,
  environment: 200,
  models: 20,
  seeds: 6,
  httpPort: 30,
  webhooks: 60,
  webSocket: 30,
  content: 2,
  images: 25,
  groqResults: 40,
  responses: 40,
};

const gateways = createSharedGateways();
afterAll(() => gateways.close());

describe('fuzzer', () => {
  test.each(FUZZ_TARGETS.map((target) => [target.name, target] as const))(
    'finds nothing in %s',
    async (name, target) => {
      const { caseCount, findings } = await fuzz(target, {
        gateways,
        seed: 'ci',
        maxCases: CASE_COUNTS[name] as number,
      });
      expect(findings).toEqual([]);
      expect(caseCount).toBe(CASE_COUNTS[name]);
    },
    120_000,
  );

  test('reports a failure with its input and the number of its case, which repeats the same choices', async () => {
    const values: number[] = [];
    const target: FuzzTarget = {
      name: 'example',
      open: async () => ({
        async run(random) {
          const value = random.integer(1, 1_000);
          values.push(value);
          return { input: value, failures: value % 2 === 0 ? ['expected an odd number'] : [] };
        },
        close: async () => undefined,
      }),
    };
    const { findings } = await fuzz(target, { gateways, seed: '1', maxCases: 20 });
    const firstEven = values.findIndex((value) => value % 2 === 0);
    expect(findings[0]).toEqual({
      case: { number: firstEven, input: values[firstEven] },
      failure: 'expected an odd number',
    });
    await fuzz(target, { gateways, seed: '1', firstCase: firstEven, maxCases: 1 });
    expect(values.at(-1)).toBe(values[firstEven]);
  });

  test('begins with valid GraphQL requests', () => {
    const schema = buildSchema(readFileSync(`${ROOT}schema/contract.graphql`, 'utf8'));
    const errors = GRAPHQL_REQUESTS.flatMap(({ query }) =>
      query === undefined ? [] : validate(schema, parse(query as string)).map(({ message }) => message),
    );
    expect(errors).toEqual([]);
  });
});
