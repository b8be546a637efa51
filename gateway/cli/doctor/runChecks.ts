import { type Check, type CheckOutcome, CheckOutcomeError, failure } from './check.ts';

/** An outcome with the check that made it. */
export type CheckResult = Pick<Check, 'id' | 'title'> & {
  readonly durationMs: number;
  /** The titles of other checks with the same problem. */
  readonly alsoIn?: readonly string[];
} & CheckOutcome;

/**
 * Runs all checks at once; each has its own deadline.
 * @returns the results in the order of the checks
 */
export const runChecks = (
  checks: readonly Check[],
  { deadlineMs }: { readonly deadlineMs: number },
): Promise<readonly CheckResult[]> =>
  Promise.all(
    checks.map(async (check) => {
      const startedAt = performance.now();
      const outcome = await runCheck(check, deadlineMs);
      const { id, title } = check;
      return { id, title, durationMs: Math.round(performance.now() - startedAt), ...outcome };
    }),
  );

async function runCheck(check: Check, deadlineMs: number): Promise<CheckOutcome> {
  const signal = AbortSignal.timeout(deadlineMs);
  const timedOut = new Promise<CheckOutcome>((resolve) =>
    signal.addEventListener('abort', () =>
      resolve(
        failure('CHECK_TIMED_OUT', {
          expected: `a result within ${deadlineMs / 1000} s`,
          actual: 'none',
          fix: 'check the network to the service; --timeout <seconds> allows more time',
        }),
      ),
    ),
  );
  const outcome = check.run(signal).catch((error: Error) =>
    error instanceof CheckOutcomeError
      ? error.outcome
      : failure('CHECK_FAILED', {
          expected: 'a completed check',
          actual: error.message,
          fix: 'correct the failures of the other checks first, then run trivium doctor again',
        }),
  );
  return Promise.race([outcome, timedOut]);
}

/** Merges results with the same problem into the first result, which names the other checks: one rejected token is one failure. */
export function mergeProblems(results: readonly CheckResult[]): readonly CheckResult[] {
  const first = new Map<string, { readonly result: CheckResult; readonly alsoIn: string[] }>();
  for (const result of results) {
    const key = keyOf(result);
    const same = first.get(key);
    if (same) same.alsoIn.push(result.title);
    else first.set(key, { result, alsoIn: [] });
  }
  return [...first.values()].map(({ result, alsoIn }) =>
    alsoIn.length === 0 ? result : { ...result, alsoIn },
  );
}

function keyOf(result: CheckResult): string {
  if (result.status === 'ok') return result.id;
  const { code, expected, actual, fix } = result;
  // The SDKs have different words for a service that does not respond.
  return JSON.stringify([code, expected, fix, code.endsWith('_UNREACHABLE') ? '' : actual]);
}
