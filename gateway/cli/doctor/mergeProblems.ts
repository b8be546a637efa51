import type { CheckResult } from './runChecks.ts';

/** Merges results with the same problem into the first of them, which names the others: one rejected token is one failure. */
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
