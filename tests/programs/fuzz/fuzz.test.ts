import { describe, expect, test } from '@jest/globals';
import { fuzz } from './fuzz.ts';
import type { FuzzTarget } from './fuzzTarget.ts';
import { FUZZ_TARGETS } from './targets.ts';

/** Inputs of each kind: together they take some seconds. */
const INPUT_COUNTS: Readonly<Record<string, number>> = {
  captions: 40,
  formulas: 60,
  content: 6,
  responses: 40,
};

describe('fuzzer', () => {
  test.each(FUZZ_TARGETS.map((target) => [target.name, target] as const))(
    'finds nothing in %s',
    async (name, target) => {
      const { inputCount, findings } = await fuzz(target, {
        seed: 'ci',
        maxInputs: INPUT_COUNTS[name] ?? 20,
      });
      expect(findings).toEqual([]);
      expect(inputCount).toBeGreaterThan(0);
    },
    120_000,
  );

  test('reports a failure with the number of its input, which repeats the same choices', async () => {
    const values: number[] = [];
    const target: FuzzTarget = {
      name: 'example',
      open: async () => ({
        async run(random) {
          const value = random.integer(1, 1_000);
          values.push(value);
          return value % 2 === 0 ? ['expected an odd number'] : [];
        },
        close: async () => undefined,
      }),
    };
    const { findings } = await fuzz(target, { seed: '1', maxInputs: 20 });
    const firstEven = values.findIndex((value) => value % 2 === 0);
    expect(findings[0]).toEqual({ input: firstEven, failure: 'expected an odd number' });
    await fuzz(target, { seed: '1', firstInput: firstEven, maxInputs: 1 });
    expect(values.at(-1)).toBe(values[firstEven]);
  });
});
