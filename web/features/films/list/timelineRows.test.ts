import { describe, expect, test } from '@jest/globals';
import { timelineRows, timelineTicks } from './timelineRows.ts';

const rowsOf = (years: readonly number[], labelWidth = 0.2) =>
  timelineRows(
    years.map((year) => ({ year })),
    labelWidth,
  ).map(({ item, offset, row }) => [item.year, offset, row]);

describe('timeline', () => {
  test('places entries by year, in one row if their labels fit', () => {
    expect(rowsOf([1900, 1800, 2000])).toEqual([
      [1800, 0, 0],
      [1900, 0.5, 0],
      [2000, 1, 0],
    ]);
  });

  test('places the earlier of two near entries in a higher row, so that its label covers no line', () => {
    expect(rowsOf([1800, 1980, 1990, 2000])).toEqual([
      [1800, 0, 0],
      [1980, 0.9, 2],
      [1990, 0.95, 1],
      [2000, 1, 0],
    ]);
  });

  test('places an entry above all that begin within its label, so that no line crosses the label', () => {
    expect(rowsOf([1800, 1830, 1839, 1900])).toEqual([
      [1800, 0, 0],
      [1830, 0.3, 1],
      [1839, 0.39, 0],
      [1900, 1, 0],
    ]);
    expect(rowsOf([1800, 1810, 1820, 1825, 1900]).map(([, , row]) => row)).toEqual([3, 2, 1, 0, 0]);
  });

  test('has one row for each entry of the same year', () => {
    expect(rowsOf([1900, 1900])).toEqual([
      [1900, 0, 1],
      [1900, 0, 0],
    ]);
    expect(rowsOf([])).toEqual([]);
  });

  test('has at most nine ticks, at round years', () => {
    expect(timelineTicks(1738, 2007).map(({ year }) => year)).toEqual([1750, 1800, 1850, 1900, 1950, 2000]);
    expect(timelineTicks(1738, 2007)[0]?.offset).toBeCloseTo(12 / 269);
    expect(timelineTicks(1900, 1900)).toEqual([]);
    expect(timelineTicks(-3000, 2000).length).toBeLessThanOrEqual(9);
  });
});
