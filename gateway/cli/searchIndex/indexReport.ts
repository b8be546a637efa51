import pluralize from 'pluralize';
import type { SkippedRecord } from '../../providers/search/records/recordSize.ts';
import type { DriftReport, IndexDrift } from '../../sync/index/compare.ts';
import { isClean } from '../../sync/index/drift.ts';
import type { IndexReport } from '../../sync/index/rebuild.ts';

/** Receives output line by line. */
export type Print = (line: string) => void;

/** Ids that are listed for each kind of drift. */
const MAX_LISTED_IDS = 20;
/** Records that are listed with the reason for which they are not in an index. */
const MAX_LISTED_SKIPPED = 1000;

/** Prints the result of a check. Returns true if the index is in sync. */
export function printCheck(report: DriftReport, print: Print): boolean {
  printDrift(report, print);
  const isIndexClean = isClean(report);
  print(isIndexClean ? 'index: in sync' : 'index: out of sync; trivium index writes the records that differ');
  return isIndexClean;
}

/** Prints the result of an update. */
export function printRepair(report: DriftReport, print: Print): void {
  printDrift(report, print);
  print(isClean(report) ? 'index: up to date' : 'index: updated');
}

function printDrift(report: DriftReport, print: Print): void {
  for (const [index, drift] of Object.entries(report) as [string, IndexDrift][]) {
    const kinds = ['missing', 'extra', 'stale'] as const;
    const counts = kinds.map((kind) => `${drift[kind].length} ${kind}`).join(', ');
    print(
      `${index}: ${pluralize('record', drift.records, true)}, ${counts}, ${drift.skipped.length} skipped`,
    );
    for (const kind of kinds) printList(drift[kind], `  ${kind}  `, MAX_LISTED_IDS, print);
    printSkipped(index, drift.skipped, print);
  }
}

/** Prints the result of a build. */
export function printBuild(report: IndexReport, durationMs: number, print: Print): void {
  const { documents, moments, suggestions, shortened, skipped } = report;
  printList(shortened, 'not whole in the index, because the text is too long: ', MAX_LISTED_SKIPPED, print);
  for (const [index, records] of Object.entries(skipped) as [string, readonly SkippedRecord[]][])
    printSkipped(index, records, print);
  const seconds = (durationMs / 1000).toFixed(1);
  const skippedCount = Object.values(skipped).flat().length;
  const built = `${pluralize('document', documents, true)}, ${pluralize('moment', moments, true)} and ${pluralize('suggestion', suggestions, true)}`;
  print(`index: built ${built} in ${seconds} s${skippedCount > 0 ? `; ${skippedCount} skipped` : ''}`);
}

function printSkipped(index: string, skipped: readonly SkippedRecord[], print: Print): void {
  const lines = skipped.map(({ objectID, reason }) => `${objectID}: ${reason}`);
  printList(lines, `  skipped in ${index}  `, MAX_LISTED_SKIPPED, print);
}

function printList(lines: readonly string[], prefix: string, limit: number, print: Print): void {
  for (const line of lines.slice(0, limit)) print(`${prefix}${line}`);
  if (lines.length > limit) print(`${prefix}… and ${lines.length - limit} more`);
}
