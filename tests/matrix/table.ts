import type { Cell } from './cells.ts';
import type { CrossedCase } from './crossed.ts';
import { FAULTS } from './faults.ts';
import type { Outcome } from './tryCell.ts';

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
  { words }: CrossedCase,
  { answer, ms, broken }: { answer: string; ms: number; broken: readonly string[] },
): void {
  console.log(
    `${broken.length === 0 ? 'ok    ' : 'BROKEN'} ${words.padEnd(39)} ${`${ms} ms`.padStart(8)}   ${answer}`,
  );
  for (const line of broken) console.log(`       expected ${line}`);
}
