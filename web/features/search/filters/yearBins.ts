/** A histogram bin: the number of results between two years, both inclusive. */
export interface YearBin {
  from: number;
  to: number;
  count: number;
}

const BIN_WIDTHS_YEARS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];

/**
 * Groups counts by year into bins of equal width that cover the span. Picks the smallest round width that needs no more
 * than `maxBins` bins.
 * @param counts the number of results of each year; years outside the span are ignored
 * @returns the bins in order; each begins at a multiple of its width
 */
export const yearBins = (
  counts: readonly { year: number; count: number }[],
  [first, last]: readonly [number, number],
  maxBins = 24,
): YearBin[] => {
  const binCount = (width: number) => Math.floor(last / width) - Math.floor(first / width) + 1;
  const width =
    BIN_WIDTHS_YEARS.find((one) => binCount(one) <= maxBins) ?? Math.ceil((last - first + 1) / maxBins);
  const origin = Math.floor(first / width);
  const bins = Array.from({ length: binCount(width) }, (_, index) => ({
    from: (origin + index) * width,
    to: (origin + index + 1) * width - 1,
    count: 0,
  }));
  for (const { year, count } of counts) {
    const bin = bins[Math.floor(year / width) - origin];
    if (bin && year >= first && year <= last) bin.count += count;
  }
  return bins;
};

/** Returns the first and the last of the years of the results and the selected years; null without any. */
export const yearSpan = (
  years: readonly number[],
  selected: readonly (number | null)[],
): [number, number] | null => {
  const all = [...years, ...selected.filter((year) => year !== null)];
  return all.length === 0 ? null : [Math.min(...all), Math.max(...all)];
};
