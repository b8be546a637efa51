import type { BuiltStack } from './builtStack.ts';
import { runLighthouse } from './runLighthouse.ts';

/**
 * The processor speed of the emulated phone, as a benchmark index of Lighthouse. It is that of a fast desktop (2000) with
 * Lighthouse's default slowdown of 4, within its range of mid-tier phones (125 to 800):
 * https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md#benchmarking-cpu-power
 */
const PHONE_BENCHMARK_INDEX = 500;

/**
 * Measures the processor, so that a fast and a slow machine emulate the same phone. The speed of a shared machine changes:
 * measure before each run. Takes some seconds.
 * @returns how many times slower than this machine the phone is, with one decimal; at least 1
 * @throws Error if Lighthouse or Chromium fails, or if the machine is slower than the phone
 */
export async function measureSlowdown(stack: BuiltStack): Promise<number> {
  const { environment } = await runLighthouse(stack, '/', {
    onlyAudits: ['doctype'],
    throttlingMethod: 'provided',
  });
  const { benchmarkIndex } = environment;
  if (benchmarkIndex < PHONE_BENCHMARK_INDEX)
    throw new Error(
      `expected a benchmark index of at least ${PHONE_BENCHMARK_INDEX}, got ${benchmarkIndex}: use a faster or an idle machine`,
    );
  return Math.round((10 * benchmarkIndex) / PHONE_BENCHMARK_INDEX) / 10;
}
