import { CELLS, type Cell } from './cases.ts';
import { CROSSED, type CrossedCase } from './combined.ts';
import { FAULTS } from './faults.ts';
import type { Outcome } from './runCase.ts';

/** Prints a line for a cell, and below it what is not as it should be. */
export function printOutcome({ fault, provider }: Cell, outcome: Outcome): void {
  const { answer, code, ms, calls, recovery, broken } = outcome;
  const columns = [
    broken.length === 0 ? 'ok    ' : 'BROKEN',
    provider.padEnd(8),
    FAULTS[fault].words.padEnd(30),
    code.padEnd(21),
    `${ms} ms`.padStart(8),
    `${calls} calls`.padStart(9),
    `well in ${recovery} ms`.padStart(16),
    `  ${answer}`,
  ];
  console.log(columns.join(' '));
  for (const line of broken) console.log(`       expected ${line}`);
}

/** Prints a line for a crossed case, and below it what is not as it should be. */
export function printCrossed(
  { words, outcome }: CrossedCase,
  { ms, broken }: { ms: number; broken: readonly string[] },
): void {
  console.log(
    `${broken.length === 0 ? 'ok    ' : 'BROKEN'} ${words.padEnd(39)} ${`${ms} ms`.padStart(8)}   ${outcome}`,
  );
  for (const line of broken) console.log(`       expected ${line}`);
}

/** The matrix as operators read it, in Markdown: a row for each way to fail. */
export function operatorsTable(): string {
  const rows = Object.entries(FAULTS).map(([fault, { words, besides }]) => {
    const cells = CELLS.filter((cell) => cell.fault === fault);
    const codes = cells[0]?.codes.map((code) => `\`${code}\``).join(' or ') || 'rarely any';
    const calls = cells.map((cell) => cell.calls).join(', ');
    return `| ${words} | ${codes} | ${calls} | ${besides} |`;
  });
  return [
    '| failure | error code of the field | upstream requests, at most | notes |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** The crossed cases as operators read them. */
export const crossedTable = (): string =>
  [
    '| other failure | result |',
    '|---|---|',
    ...CROSSED.map(({ words, outcome }) => `| ${words} | ${outcome} |`),
  ].join('\n');
