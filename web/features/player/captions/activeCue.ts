import { useSyncExternalStore } from 'react';
import type { Playhead } from '../state/playhead.ts';

/** A caption cue or chapter, with times in seconds. */
interface TimedItem {
  start: number;
  end?: number;
}

/**
 * Returns the index of the last item that has started; −1 before the first. Between two cues the earlier one stays
 * active.
 * @param items in ascending order of `start`
 */
export const findActiveCueIndex = (items: readonly TimedItem[], seconds: number): number => {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.start ?? Number.POSITIVE_INFINITY) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** Returns the index of the active item; −1 before the first. Re-renders only when the index changes. */
export const useActiveCueIndex = (playhead: Playhead, items: readonly TimedItem[]): number =>
  useSyncExternalStore(
    playhead.subscribe,
    () => findActiveCueIndex(items, playhead.currentTime()),
    () => -1,
  );
