/** How many there are between two years, both included. */
export interface YearBin {
  from: number;
  to: number;
  count: number;
}

/** Widths that a reader can name: years, decades, quarters of a century, centuries. */
const WIDTHS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];

/**
 * The counts of single years as bars of equal width over the whole span, of the finest width that needs no more than
 * `most` bars.
 * @param counts years with how many each has; what lies outside the span is left out
 * @returns the bars from the first year to the last; each begins at a multiple of its width
 */
export const yearBins = (
  counts: readonly { year: number; count: number }[],
  [first, last]: readonly [number, number],
  most = 24,
): YearBin[] => {
  const binsOf = (width: number) => Math.floor(last / width) - Math.floor(first / width) + 1;
  const width = WIDTHS.find((one) => binsOf(one) <= most) ?? Math.ceil((last - first + 1) / most);
  const origin = Math.floor(first / width);
  const bins = Array.from({ length: binsOf(width) }, (_, at) => ({
    from: (origin + at) * width,
    to: (origin + at + 1) * width - 1,
    count: 0,
  }));
  for (const { year, count } of counts) {
    const bin = bins[Math.floor(year / width) - origin];
    if (bin && year >= first && year <= last) bin.count += count;
  }
  return bins;
};

/** The years that a slider has to reach: those that were found, and those that are chosen; null where there are none. */
export const yearSpan = (
  years: readonly number[],
  chosen: readonly (number | null)[],
): [number, number] | null => {
  const all = [...years, ...chosen.filter((year) => year !== null)];
  return all.length === 0 ? null : [Math.min(...all), Math.max(...all)];
};
