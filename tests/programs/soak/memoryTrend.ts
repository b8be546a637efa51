import { median } from '../load/quantile.ts';
import type { Holding } from './inspector.ts';

/** Bytes that a figure may have grown by, over the second half of a run, along the line through its samples. */
const HEAP_GROWTH = 4 * 1024 * 1024;
/** The process's memory moves with its allocator as well. */
const RSS_GROWTH = 24 * 1024 * 1024;
/** Files and sockets that there may be more, which come and go with the load. */
const DESCRIPTOR_GROWTH = 12;
/** Samples that a line says something about. */
const FEWEST = 4;

/** What grew over the second half of a run, where caches have filled and paths are warm. */
export interface Flatness {
  /** How much each figure has grown: bytes, and a number of descriptors. */
  readonly heap: number;
  readonly rss: number;
  readonly descriptors: number;
  /** What grew by more than it may, in words; none when all is flat. */
  readonly faults: readonly string[];
}

/** @returns undefined where there are too few samples to tell */
export function flatnessOf(samples: readonly Holding[]): Flatness | undefined {
  const half = samples.slice(Math.floor(samples.length / 2));
  if (half.length < FEWEST) return undefined;
  const grown = {
    heap: growth(half.map(({ heap, buffers }) => heap + buffers)),
    rss: growth(half.map(({ rss }) => rss)),
    descriptors: growth(half.map(({ descriptors = 0 }) => descriptors)),
  };
  const faults = [
    ...over('the heap', grown.heap, HEAP_GROWTH, megabytes),
    ...over('the memory', grown.rss, RSS_GROWTH, megabytes),
    ...over('open descriptors', grown.descriptors, DESCRIPTOR_GROWTH, (n) => n.toFixed(1)),
  ];
  return { ...grown, faults };
}

/** Bytes as megabytes. */
export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const over = (what: string, grown: number, most: number, told: (n: number) => string): string[] =>
  grown > most ? [`${what} grew by ${told(grown)} over the second half; expected at most ${told(most)}`] : [];

/**
 * What the values grow by from the first to the last, along the middle one of the slopes between each two of them
 * (Theil and Sen's estimator): a spike moves it little.
 */
function growth(values: readonly number[]): number {
  const slopes = values.flatMap((later, j) =>
    values.slice(0, j).map((earlier, i) => (later - earlier) / (j - i)),
  );
  return median(slopes) * (values.length - 1);
}
