/** An entry of a timeline with its place in the drawing. */
export interface TimelineEntry<T> {
  item: T;
  /** The distance from the first year, as a part of the whole timeline, 0–1. */
  offset: number;
  /** The row of the label, counted from 0 at the axis. */
  row: number;
}

/** A mark on the axis. */
export interface TimelineTick {
  year: number;
  offset: number;
}

const TICK_STEPS_YEARS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000];
const MAX_TICKS = 8;

/**
 * Assigns each entry to a row, so that no label covers another one or the line that joins another label to the axis. Labels
 * begin at their year, so an entry is above all later entries that begin within its label.
 * @param labelWidth the width of a label, as a part of the width of the timeline
 * @returns the entries by year
 */
export const timelineRows = <T extends { year: number }>(
  items: readonly T[],
  labelWidth: number,
): TimelineEntry<T>[] => {
  const ordered = items.toSorted((one, other) => one.year - other.year);
  const [first, last] = [ordered[0]?.year ?? 0, ordered.at(-1)?.year ?? 0];
  const entries: TimelineEntry<T>[] = [];
  for (const item of ordered.toReversed()) {
    const offset = last > first ? (item.year - first) / (last - first) : 0;
    const covered = entries.filter((later) => later.offset < offset + labelWidth);
    entries.unshift({ item, offset, row: Math.max(-1, ...covered.map(({ row }) => row)) + 1 });
  }
  return entries;
};

/** Returns marks at round years between two years. */
export const timelineTicks = (first: number, last: number): TimelineTick[] => {
  if (last <= first) return [];
  const step = TICK_STEPS_YEARS.find((years) => (last - first) / years <= MAX_TICKS) ?? last - first;
  const ticks: TimelineTick[] = [];
  for (let year = Math.ceil(first / step) * step; year <= last; year += step)
    ticks.push({ year, offset: (year - first) / (last - first) });
  return ticks;
};
