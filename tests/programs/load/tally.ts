import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { Row } from './table.ts';

/** Counts what became of operations, and how long they took. */
export interface Tally {
  /** @param outcome `ok`, or a word for what came instead */
  note(operation: string, milliseconds: number, outcome: string): void;
  /** One row for each operation, in the order in which they came first; see `TALLY_COLUMNS`. */
  rows(): Row[];
  readonly total: number;
  /** From 0 to 1. */
  readonly errorShare: number;
}

export const TALLY_COLUMNS = ['operation', 'times', 'p50 ms', 'p99 ms', 'not ok', 'what came instead'];

interface Count {
  readonly times: RecordableHistogram;
  readonly outcomes: Map<string, number>;
}

/** Nothing counted yet. */
export function createTally(): Tally {
  const counts = new Map<string, Count>();
  const sum = (of: (count: Count) => number) =>
    [...counts.values()].reduce((all, count) => all + of(count), 0);
  const tally: Tally = {
    note(operation, milliseconds, outcome) {
      const count = counts.get(operation) ?? { times: createHistogram(), outcomes: new Map() };
      counts.set(operation, count);
      // In microseconds, and none shorter than one.
      count.times.record(Math.max(1, Math.round(milliseconds * 1000)));
      count.outcomes.set(outcome, (count.outcomes.get(outcome) ?? 0) + 1);
    },
    rows: () =>
      [...counts].map(([operation, { times, outcomes }]) => [
        operation,
        times.count,
        milliseconds(times.percentile(50)),
        milliseconds(times.percentile(99)),
        notOk(outcomes),
        [...outcomes]
          .filter(([outcome]) => outcome !== 'ok')
          .map(([outcome, n]) => `${outcome} ${n}`)
          .join(', '),
      ]),
    get total() {
      return sum(({ times }) => times.count);
    },
    get errorShare() {
      return sum(({ outcomes }) => notOk(outcomes)) / Math.max(1, tally.total);
    },
  };
  return tally;
}

const notOk = (outcomes: ReadonlyMap<string, number>) =>
  [...outcomes].reduce((all, [outcome, n]) => all + (outcome === 'ok' ? 0 : n), 0);

const milliseconds = (microseconds: number) => Math.round(microseconds / 100) / 10;
