import { Random } from '../../reference/generator/random.ts';
import type { FuzzTarget } from './fuzzTarget.ts';

/** A failure and the input that caused it. */
export interface Finding {
  /** The number of the input; undefined for failures of the whole run. */
  readonly input: number | undefined;
  readonly failure: string;
}

export interface FuzzOptions {
  readonly seed: string;
  /** The number of the first input. Default: 0. */
  readonly firstInput?: number;
  /** Ends the run after this many inputs. Default: no limit. */
  readonly maxInputs?: number;
  /** Ends the run after this time. Default: no limit. */
  readonly maxSeconds?: number;
  onInput?(inputCount: number, findings: readonly Finding[]): void;
}

/** A run with more findings ends: they have few causes. */
const MAX_FINDINGS = 50;

/** Sends random inputs to a target. Equal seeds give equal inputs, and each input can be repeated by its number. */
export async function fuzz(
  target: FuzzTarget,
  options: FuzzOptions,
): Promise<{ inputCount: number; findings: readonly Finding[] }> {
  const { seed, firstInput = 0, maxInputs = Infinity, maxSeconds = Infinity, onInput } = options;
  const endsAt = performance.now() + maxSeconds * 1000;
  const findings: Finding[] = [];
  const session = await target.open();
  let inputCount = 0;
  try {
    while (inputCount < maxInputs && performance.now() < endsAt && findings.length < MAX_FINDINGS) {
      const input = firstInput + inputCount;
      const random = new Random(`${target.name} ${seed} ${input}`);
      for (const failure of await session.run(random)) findings.push({ input, failure });
      inputCount += 1;
      onInput?.(inputCount, findings);
    }
    for (const failure of (await session.finish?.()) ?? []) findings.push({ input: undefined, failure });
  } finally {
    await session.close();
  }
  return { inputCount, findings };
}
