import { markdownTable } from '../load/markdownTable.ts';
import { FAULT_CASES, type FaultCase } from './cases.ts';
import { COMBINED_CASES, type CombinedCase } from './combined.ts';
import { FAULTS } from './faults.ts';
import type { CaseResult } from './runCase.ts';

/** Prints one line for a case, and below it each requirement that is not met. */
export function printResult({ fault, provider }: FaultCase, result: CaseResult): void {
  const { response, code, durationMs, requestCount, recoveryMs, failures } = result;
  const columns = [
    failures.length === 0 ? 'passed' : 'FAILED',
    provider.padEnd(8),
    FAULTS[fault].name.padEnd(32),
    code.padEnd(21),
    `${durationMs} ms`.padStart(8),
    `${requestCount} requests`.padStart(12),
    `recovery ${recoveryMs} ms`.padStart(18),
    `  ${response}`,
  ];
  console.log(columns.join(' '));
  for (const line of failures) console.log(`       expected ${line}`);
}

/** Prints one line for a combined case, and below it each requirement that is not met. */
export function printCombinedResult(
  { name, result }: CombinedCase,
  { durationMs, failures }: { durationMs: number; failures: readonly string[] },
): void {
  console.log(
    `${failures.length === 0 ? 'passed' : 'FAILED'} ${name.padEnd(39)} ${`${durationMs} ms`.padStart(8)}   ${result}`,
  );
  for (const line of failures) console.log(`       expected ${line}`);
}

/** Returns the Markdown table of docs/operating.md with one row for each fault. */
export function faultsTable(): string {
  const rows = Object.entries(FAULTS).map(([fault, { name, notes }]) => {
    const faultCases = FAULT_CASES.filter((faultCase) => faultCase.fault === fault);
    const codes = faultCases[0]?.codes.map((code) => `\`${code}\``).join(' or ') || 'rarely any';
    const maxRequests = faultCases.map((faultCase) => faultCase.maxRequests).join(', ');
    return [name, codes, maxRequests, notes];
  });
  return markdownTable(['failure', 'error code of the field', 'upstream requests, at most', 'notes'], rows);
}

/** Returns the Markdown table of docs/operating.md with the combined cases. */
export const combinedCasesTable = (): string =>
  markdownTable(
    ['other failure', 'result'],
    COMBINED_CASES.map(({ name, result }) => [name, result]),
  );
