import { useSyncExternalStore } from 'react';
import type { Playhead } from '../state/playhead.ts';

/** Something that begins at a second of a film. */
interface Timed {
  start: number;
  end?: number;
}

/**
 * Which of these is on at a second: the last that has begun. Between two cues the one just spoken stays.
 * @param items in ascending order of `start`
 * @returns its place; -1 before the first
 */
export const findActiveCue = (items: readonly Timed[], seconds: number): number => {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.start ?? Number.POSITIVE_INFINITY) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** The place of the item that is on now; renders again only when that changes. -1 before the first. */
export const useActiveCue = (playhead: Playhead, items: readonly Timed[]): number =>
  useSyncExternalStore(
    playhead.subscribe,
    () => findActiveCue(items, playhead.now()),
    () => -1,
  );
