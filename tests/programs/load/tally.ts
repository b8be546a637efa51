import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { Row } from './table.ts';

/** Counts the outcomes of operations and records their durations. */
export interface Tally {
  /** @param outcome `ok`, or a label such as an error code */
  record(operation: string, durationMs: number, outcome: string): void;
  /** Returns one row for each operation with the columns `TALLY_COLUMNS`, in the order of the first record. */
  rows(): Row[];
  readonly total: number;
  /** Share of the outcomes other than `ok`, from 0 to 1. */
  readonly errorShare: number;
}

export const TALLY_COLUMNS = ['operation', 'count', 'p50 ms', 'p99 ms', 'not ok', 'other outcomes'];

interface OperationTally {
  /** In microseconds. */
  readonly durations: RecordableHistogram;
  readonly outcomes: Map<string, number>;
}

export function createTally(): Tally {
  const operations = new Map<string, OperationTally>();
  const sum = (countOf: (operation: OperationTally) => number) =>
    [...operations.values()].reduce((total, operation) => total + countOf(operation), 0);
  const tally: Tally = {
    record(name, durationMs, outcome) {
      const operation = operations.get(name) ?? { durations: createHistogram(), outcomes: new Map() };
      operations.set(name, operation);
      // A histogram accepts integers from 1.
      operation.durations.record(Math.max(1, Math.round(durationMs * 1000)));
      operation.outcomes.set(outcome, (operation.outcomes.get(outcome) ?? 0) + 1);
    },
    rows: () =>
      [...operations].map(([name, { durations, outcomes }]) => [
        name,
        durations.count,
        toMilliseconds(durations.percentile(50)),
        toMilliseconds(durations.percentile(99)),
        countErrors(outcomes),
        [...outcomes]
          .filter(([outcome]) => outcome !== 'ok')
          .map(([outcome, n]) => `${outcome} ${n}`)
          .join(', '),
      ]),
    get total() {
      return sum(({ durations }) => durations.count);
    },
    get errorShare() {
      return sum(({ outcomes }) => countErrors(outcomes)) / Math.max(1, tally.total);
    },
  };
  return tally;
}

const countErrors = (outcomes: ReadonlyMap<string, number>) =>
  [...outcomes].reduce((total, [outcome, n]) => total + (outcome === 'ok' ? 0 : n), 0);

const toMilliseconds = (microseconds: number) => Math.round(microseconds / 100) / 10;
