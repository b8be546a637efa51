/**
 * The value below which a share of the values lies, on the line between the two that are nearest; 0 where there are none.
 * @param share from 0 to 1
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [below = 0, above = below] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below + (above - below) * (place % 1);
}

/** The middle of some values, or of the two in the middle of an even count. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);
