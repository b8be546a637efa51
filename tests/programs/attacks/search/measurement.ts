import { UPSTREAM_CALL_COST } from '../../../../gateway/graphql/operations/cost/providerCalls.ts';
import type { Row } from '../../load/table.ts';
import { describePattern, type Pattern } from './pattern.ts';

/** The cost of a pattern for the gateway and for the reader. */
export interface Measurement {
  readonly pattern: Pattern;
  readonly seconds: number;
  /** Without what the reader takes when it is alone. */
  readonly cpuMs: number;
  /** Points that the attacker paid. */
  readonly points: number;
  readonly calls: number;
  readonly memoryBeforeMb: number;
  readonly peakMemoryMb: number;
  readonly eventLoopDelayMs: number;
  readonly threadPoolDelayMs: number;
  readonly requests: number;
  readonly rejected: number;
  readonly bytes: number;
  readonly readerP50Ms: number;
  readonly readerP95Ms: number;
  /** Share of the reader's requests that were rejected, from 0 to 1. */
  readonly readerRejections: number;
  /** The end of the process; undefined if it runs. */
  readonly crash: string | undefined;
}

/** A point pays for this much CPU time. */
const CPU_MS_PER_POINT = 0.125;
/** The CPU time of a pattern is at most this many times what its points pay for. */
const MAX_PRICE_FACTOR = 4;
/** A rejection for missing points costs none. */
const CPU_MS_PER_REJECTION = 0.5;
/** What connections, timers and garbage collection take meanwhile, as a share of a core. */
const UNPAID_CPU_SHARE = 0.02;
/** A quarter of a core, and the quarter of a bulkhead that 80 requests of 150 ms occupy. */
const MAX_CPU_SHARE = 0.25;
const MAX_CALLS_PER_SECOND = 84;
/** The tolerance for costs without an exact cost: garbage collection, and costs that are averages. */
const TOLERANCE = 1.3;
const MAX_READER_P95_MS = 500;
const MAX_READER_REJECTIONS = 0.05;
/** `CACHE_MEMORY_MB` and the memory that docs/limits.md states. */
const CACHE_MEMORY_MB = 64;
const MAX_MEMORY_MB = CACHE_MEMORY_MB + 550;

/** Each limit and how much of it a pattern used; above 1 is a fault. */
function usedLimits(it: Measurement): readonly { readonly share: number; readonly fault: string }[] {
  const cpuMs = TOLERANCE * Math.max(MAX_CPU_SHARE * 1000 * it.seconds, CPU_MS_PER_POINT * it.points);
  const paidMs = MAX_PRICE_FACTOR * CPU_MS_PER_POINT * it.points;
  const pricedMs = paidMs + CPU_MS_PER_REJECTION * it.rejected + UNPAID_CPU_SHARE * 1000 * it.seconds;
  const calls = TOLERANCE * Math.max(MAX_CALLS_PER_SECOND * it.seconds, it.points / UPSTREAM_CALL_COST);
  return [
    {
      share: it.crash === undefined ? 0 : 100,
      fault: `expected the process to run, it ${it.crash}`,
    },
    {
      share: it.cpuMs / cpuMs,
      fault: `expected at most ${round(cpuMs)} ms of CPU time for ${round(it.points)} points in ${it.seconds.toFixed(1)} s, got ${round(it.cpuMs)}`,
    },
    {
      share: it.cpuMs / pricedMs,
      fault: `expected at most ${MAX_PRICE_FACTOR} times ${1000 * CPU_MS_PER_POINT} µs of CPU time for each point, got ${factorOf(it).toFixed(1)} times`,
    },
    {
      share: it.calls / calls,
      fault: `expected at most ${round(calls)} provider requests, got ${it.calls}`,
    },
    {
      // Of what was left, because caches that earlier patterns filled count for none.
      share: (it.peakMemoryMb - it.memoryBeforeMb) / Math.max(1, MAX_MEMORY_MB - it.memoryBeforeMb),
      fault: `expected at most ${MAX_MEMORY_MB} MB, got ${round(it.peakMemoryMb)}`,
    },
    {
      share: it.readerP95Ms / MAX_READER_P95_MS,
      fault: `expected a p95 of the reader of at most ${MAX_READER_P95_MS} ms, got ${round(it.readerP95Ms)}`,
    },
    {
      share: it.readerRejections / MAX_READER_REJECTIONS,
      fault: `expected at most ${100 * MAX_READER_REJECTIONS} % rejected requests of the reader, got ${round(100 * it.readerRejections)} %`,
    },
  ];
}

/** Returns the CPU time of a pattern as a multiple of what its points pay for. */
const factorOf = ({ cpuMs, points }: Measurement): number => cpuMs / (CPU_MS_PER_POINT * Math.max(1, points));

/** Returns the share of the nearest limit that a pattern reaches; above 1 it exceeds the limit. */
export const scoreOf = (measurement: Measurement): number =>
  Math.max(...usedLimits(measurement).map(({ share }) => share));

/** Returns the limits that a pattern exceeds: expected and actual value. */
export const modelErrorsOf = (measurement: Measurement): readonly string[] =>
  usedLimits(measurement)
    .filter(({ share }) => share > 1)
    .map(({ fault }) => fault);

export const MEASUREMENT_COLUMNS = [
  'seed',
  'of limit',
  'CPU %',
  'of price',
  'points/s',
  'calls/s',
  'MB',
  'loop ms',
  'pool ms',
  'requests/s',
  'rejected/s',
  'kB/s',
  'reader p50',
  'p95',
  'pattern',
];

/** Returns the values of `MEASUREMENT_COLUMNS`. */
export function rowOf(it: Measurement): Row {
  const perSecond = (value: number) => round(value / it.seconds);
  return [
    it.pattern.seed,
    Number(scoreOf(it).toFixed(2)),
    round((it.cpuMs / it.seconds) * 0.1),
    Number(factorOf(it).toFixed(1)),
    perSecond(it.points),
    perSecond(it.calls),
    round(it.peakMemoryMb),
    round(it.eventLoopDelayMs),
    round(it.threadPoolDelayMs),
    perSecond(it.requests),
    perSecond(it.rejected),
    perSecond(it.bytes / 1024),
    round(it.readerP50Ms),
    round(it.readerP95Ms),
    describePattern(it.pattern),
  ];
}

const round = (value: number): number => Math.round(value);
