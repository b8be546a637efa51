import { Random } from '../../reference/generator/random.ts';
import type { FuzzTarget } from './fuzzTarget.ts';
import type { SharedGateways } from './sharedGateways.ts';

/** A failure and the case that caused it. */
export interface Finding {
  /** The number of the case, and its input; undefined for failures of the whole run. */
  readonly case: { readonly number: number; readonly input: unknown } | undefined;
  readonly failure: string;
}

export interface FuzzOptions {
  readonly gateways: SharedGateways;
  readonly seed: string;
  /** The number of the first case. Default: 0. */
  readonly firstCase?: number;
  /** Ends the run after this many cases. Default: no limit. */
  readonly maxCases?: number;
  /** Ends the run after this time. Default: no limit. */
  readonly maxSeconds?: number;
  onCase?(caseCount: number, findings: readonly Finding[]): void;
}

/** A run with more findings ends: they have few causes. */
const MAX_FINDINGS = 50;

/** Sends random inputs to a target. Equal seeds give equal inputs, and each case can be repeated by its number. */
export async function fuzz(
  target: FuzzTarget,
  options: FuzzOptions,
): Promise<{ caseCount: number; findings: readonly Finding[] }> {
  const { gateways, seed, firstCase = 0, maxCases = Infinity, maxSeconds = Infinity, onCase } = options;
  const endsAt = performance.now() + maxSeconds * 1000;
  const findings: Finding[] = [];
  const session = await target.open(gateways);
  let caseCount = 0;
  try {
    while (caseCount < maxCases && performance.now() < endsAt && findings.length < MAX_FINDINGS) {
      const number = firstCase + caseCount;
      const { input, failures } = await session
        .run(new Random(`${target.name} ${seed} ${number}`))
        .catch((error: unknown) => ({ input: undefined, failures: [`the target failed: ${String(error)}`] }));
      for (const failure of failures) findings.push({ case: { number, input }, failure });
      caseCount += 1;
      onCase?.(caseCount, findings);
    }
    for (const failure of (await session.finish?.()) ?? []) findings.push({ case: undefined, failure });
  } finally {
    await session.close();
  }
  return { caseCount, findings };
}
