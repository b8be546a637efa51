import { describe, expect, test } from '@jest/globals';
import { yearBins, yearSpan } from './yearBins.ts';

const one = (...years: number[]) => years.map((year) => ({ year, count: 1 }));
const total = (bins: { count: number }[]) => bins.reduce((sum, { count }) => sum + count, 0);

describe('the bars of a histogram of years', () => {
  test('are of a width that can be named, and no more than asked', () => {
    const bins = yearBins(one(1738, 1787, 1963, 1970, 2007), [1738, 2007]);
    expect(bins.length).toBeLessThanOrEqual(24);
    expect(bins[0]).toEqual({ from: 1720, to: 1739, count: 1 });
    expect(bins.at(-1)).toEqual({ from: 2000, to: 2019, count: 1 });
  });

  test('follow one another without a gap and hold every year once', () => {
    const years = Array.from({ length: 200 }, (_, at) => 1801 + at);
    const bins = yearBins(one(...years), [1801, 2000]);
    for (const [at, bin] of bins.slice(1).entries()) expect(bin.from).toBe((bins[at]?.to ?? 0) + 1);
    expect(total(bins)).toBe(200);
  });

  test('are single years where the span is short', () => {
    expect(yearBins(one(1980, 1982), [1980, 1982]).map(({ count }) => count)).toEqual([1, 0, 1]);
  });

  test('reach before the year nought', () => {
    const bins = yearBins(one(-240, 15), [-240, 15]);
    expect(bins[0]?.from).toBeLessThanOrEqual(-240);
    expect(total(bins)).toBe(2);
  });

  test('leave out what lies outside the span', () => {
    expect(total(yearBins(one(1700, 1800, 1900), [1790, 1810]))).toBe(1);
  });
});

test('a span reaches what was found and what is chosen, and is none without either', () => {
  expect(yearSpan([1963, 1980], [1900, null])).toEqual([1900, 1980]);
  expect(yearSpan([], [null, null])).toBeNull();
});
