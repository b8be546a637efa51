/**
 * Returns a quantile, with linear interpolation between the two nearest values; 0 for an empty list.
 * @param share from 0 to 1
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const [below = 0, above = below] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  return below + (above - below) * (position % 1);
}

/** Returns the median; 0 for an empty list. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);
