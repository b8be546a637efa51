import pluralize from 'pluralize';
import { createRedact } from '../../services/telemetry/redact.ts';
import type { DoctorReport } from './doctor.ts';
import type { CheckResult } from './runChecks.ts';

const MARKS = { ok: '✓', warning: '!', notBuilt: '○', failure: '✗' } as const;

type Status = CheckResult['status'];

/** Returns a copy of the results without secrets: messages of services and of the system can contain them. */
export function redactedResults({ results, secrets }: DoctorReport): readonly CheckResult[] {
  const redact = createRedact(secrets);
  return results.map(
    (result) =>
      Object.fromEntries(
        Object.entries(result).map(([name, value]) => [
          name,
          typeof value === 'string' ? redact(value) : value,
        ]),
      ) as unknown as CheckResult,
  );
}

/** Returns the exit code: 1 with a failure, 3 if something is only not yet built, else 0. */
export function exitCodeOf(results: readonly CheckResult[]): 0 | 1 | 3 {
  const has = (wanted: Status) => results.some(({ status }) => status === wanted);
  if (has('failure')) return 1;
  return has('notBuilt') ? 3 : 0;
}

/** Returns the number of results with each status. */
function countByStatus(results: readonly CheckResult[]): Readonly<Record<Status, number>> {
  const counts = { ok: 0, warning: 0, notBuilt: 0, failure: 0 };
  for (const { status } of results) counts[status] += 1;
  return counts;
}

/** Returns a table in plain text: one line for each check, and below a problem what was expected, what it is, and the fix. */
export function textReport(results: readonly CheckResult[]): string {
  const width = Math.max(...results.map(({ title }) => title.length));
  const lines = results.flatMap((result) => {
    const line = `${MARKS[result.status]} ${result.title.padEnd(width)}  `;
    if (result.status === 'ok') return [line + result.detail];
    const { code, expected, actual, fix, alsoIn = [] } = result;
    return [
      line + code,
      ...indented('expected', expected),
      ...indented('actual', actual),
      ...indented('fix', fix),
      ...(alsoIn.length === 0 ? [] : indented('also in', alsoIn.join(', '))),
    ];
  });
  const { ok, warning, notBuilt, failure } = countByStatus(results);
  const counts = [`${ok} ok`, pluralize('warning', warning, true), pluralize('failure', failure, true)];
  if (notBuilt > 0) counts.push(`${notBuilt} not yet built`);
  return [...lines, '', counts.join(', ')].join('\n');
}

/** Returns the lines of a text with a label before the first line. */
const indented = (label: string, text: string): readonly string[] =>
  text.split('\n').map((line, i) => `    ${(i === 0 ? label : '').padEnd(10)}${line}`);

/** Returns the report as JSON. */
export const jsonReport = (results: readonly CheckResult[]): string =>
  JSON.stringify({ counts: countByStatus(results), checks: results }, null, 2);
