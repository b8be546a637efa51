import { describe, expect, test } from '@jest/globals';
import { yearBins, yearSpan } from './yearBins.ts';

const oneEach = (...years: number[]) => years.map((year) => ({ year, count: 1 }));
const total = (bins: { count: number }[]) => bins.reduce((sum, { count }) => sum + count, 0);

describe('year bins', () => {
  test('have a round width and do not exceed the maximum number', () => {
    const bins = yearBins(oneEach(1738, 1787, 1963, 1970, 2007), [1738, 2007]);
    expect(bins.length).toBeLessThanOrEqual(24);
    expect(bins[0]).toEqual({ from: 1720, to: 1739, count: 1 });
    expect(bins.at(-1)).toEqual({ from: 2000, to: 2019, count: 1 });
  });

  test('are contiguous and count every year once', () => {
    const years = Array.from({ length: 200 }, (_, index) => 1801 + index);
    const bins = yearBins(oneEach(...years), [1801, 2000]);
    for (const [index, bin] of bins.slice(1).entries()) expect(bin.from).toBe((bins[index]?.to ?? 0) + 1);
    expect(total(bins)).toBe(200);
  });

  test('are single years for a short span', () => {
    expect(yearBins(oneEach(1980, 1982), [1980, 1982]).map(({ count }) => count)).toEqual([1, 0, 1]);
  });

  test('cover negative years', () => {
    const bins = yearBins(oneEach(-240, 15), [-240, 15]);
    expect(bins[0]?.from).toBeLessThanOrEqual(-240);
    expect(total(bins)).toBe(2);
  });

  test('ignore years outside the span', () => {
    expect(total(yearBins(oneEach(1700, 1800, 1900), [1790, 1810]))).toBe(1);
  });
});

test('year span: covers results and selection, and is null without both', () => {
  expect(yearSpan([1963, 1980], [1900, null])).toEqual([1900, 1980]);
  expect(yearSpan([], [null, null])).toBeNull();
});
