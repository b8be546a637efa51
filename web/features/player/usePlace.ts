import { useSyncExternalStore } from 'react';
import { placeAt } from './following.ts';
import type { Playhead } from './playhead.ts';

/** Which of these timed things is on just now; renders only when that changes. -1 before the first. */
export const usePlace = (playhead: Playhead, items: readonly { start: number }[]): number =>
  useSyncExternalStore(
    playhead.subscribe,
    () => placeAt(items, playhead.now()),
    () => -1,
  );
