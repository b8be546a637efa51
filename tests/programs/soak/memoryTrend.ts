import type { MemorySample } from '../load/inspector.ts';
import { median } from '../load/quantile.ts';

/** Limits of the growth over the second half of a run. */
const MAX_HEAP_GROWTH_BYTES = 4 * 1024 * 1024;
/** Resident memory also varies with the allocator. */
const MAX_RSS_GROWTH_BYTES = 24 * 1024 * 1024;
/** Open files and sockets vary with the load. */
const MAX_DESCRIPTOR_GROWTH = 12;
/** A trend of fewer samples has no meaning. */
const MIN_SAMPLES = 4;

/** Growth over the second half of a run, in which caches are full and code paths are warm. */
export interface MemoryTrend {
  /** In bytes. */
  readonly heap: number;
  /** In bytes. */
  readonly rss: number;
  readonly descriptors: number;
  /** Expected and actual growth for each figure over its limit. */
  readonly faults: readonly string[];
}

/** Returns the trend of the samples; undefined for fewer than four samples in the second half. */
export function memoryTrend(samples: readonly MemorySample[]): MemoryTrend | undefined {
  const half = samples.slice(Math.floor(samples.length / 2));
  if (half.length < MIN_SAMPLES) return undefined;
  const growth = {
    heap: growthOf(half.map(({ heap, buffers }) => heap + buffers)),
    rss: growthOf(half.map(({ rss }) => rss)),
    descriptors: growthOf(half.map(({ descriptors = 0 }) => descriptors)),
  };
  const faults = [
    ...overLimit('heap', growth.heap, MAX_HEAP_GROWTH_BYTES, formatMegabytes),
    ...overLimit('resident memory', growth.rss, MAX_RSS_GROWTH_BYTES, formatMegabytes),
    ...overLimit('open descriptors', growth.descriptors, MAX_DESCRIPTOR_GROWTH, (n) => n.toFixed(1)),
  ];
  return { ...growth, faults };
}

/** Formats bytes as megabytes. */
export const formatMegabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const overLimit = (
  figure: string,
  growth: number,
  limit: number,
  format: (value: number) => string,
): string[] =>
  growth > limit
    ? [`${figure}: expected growth of at most ${format(limit)} over the second half, got ${format(growth)}`]
    : [];

/**
 * Returns the growth from the first to the last value, by the median of the slopes between all pairs of values
 * (Theil–Sen estimator): a single spike has little influence.
 */
function growthOf(values: readonly number[]): number {
  const slopes = values.flatMap((later, j) =>
    values.slice(0, j).map((earlier, i) => (later - earlier) / (j - i)),
  );
  return median(slopes) * (values.length - 1);
}
