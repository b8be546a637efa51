import { type DriftReport, isClean } from '../sync/index/drift.ts';
import type { IndexReport } from '../sync/index/rebuild.ts';

/** Receives output line by line. */
export type Print = (line: string) => void;

/** Ids that are listed for each kind of drift. */
const MAX_LISTED_IDS = 20;

/** Prints the result of a check. Returns true if the index is in sync. */
export function printCheck(report: DriftReport, print: Print): boolean {
  printDrift(report, print);
  const isIndexClean = isClean(report);
  print(
    isIndexClean
      ? 'index: in sync'
      : 'index: out of sync; trivium index --repair writes the records that differ',
  );
  return isIndexClean;
}

/** Prints the result of a repair. */
export function printRepair(report: DriftReport, print: Print): void {
  printDrift(report, print);
  print(isClean(report) ? 'index: in sync' : 'index: repaired');
}

function printDrift(report: DriftReport, print: Print): void {
  for (const [index, drift] of Object.entries(report)) {
    const kinds = ['missing', 'extra', 'stale', 'oversized'] as const;
    const counts = kinds.map((kind) => `${drift[kind].length} ${kind}`).join(', ');
    print(`${index}: ${drift.records} records, ${counts}`);
    for (const kind of kinds) {
      for (const id of drift[kind].slice(0, MAX_LISTED_IDS)) print(`  ${kind}  ${id}`);
      const rest = drift[kind].length - MAX_LISTED_IDS;
      if (rest > 0) print(`  ${kind}  … and ${rest} more`);
    }
  }
}

/** Prints the result of a build. */
export function printBuild(report: IndexReport, durationMs: number, print: Print): void {
  const { documents, moments, suggestions, shortened, oversized } = report;
  for (const cut of shortened) print(`shortened to fit the record size limit: ${cut}`);
  for (const id of oversized) print(`skipped, larger than the record size limit: ${id}`);
  const seconds = (durationMs / 1000).toFixed(1);
  print(
    `index: built ${documents} documents, ${moments} moments and ${suggestions} suggestions in ${seconds} s`,
  );
}
