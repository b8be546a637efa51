import { type RefObject, useEffect } from 'react';
import type { Playhead } from '../state/playhead.ts';
import { obey } from '../state/runCommand.ts';

/** Milliseconds between two taps that are one gesture. */
const TOGETHER = 320;
/** Seconds a double tap goes, and each further tap. */
const SKIP = 10;

/** A double tap with a finger on the left third of a film goes back, on the right third on; each further tap again. */
export const useTaps = (surface: RefObject<HTMLElement | null>, playhead: Playhead): void => {
  useEffect(() => {
    const place = surface.current;
    if (!place) return;
    let last = { at: 0, side: 0 };
    const tap = (event: PointerEvent) => {
      // Taps on the controls are theirs; what lies behind all of them is the film itself.
      const [target] = event.composedPath();
      if (event.pointerType !== 'touch' || !(target === place || target instanceof HTMLVideoElement)) return;
      const { left, width } = place.getBoundingClientRect();
      const share = (event.clientX - left) / width;
      const side = share < 1 / 3 ? -1 : share > 2 / 3 ? 1 : 0;
      if (side !== 0 && side === last.side && event.timeStamp - last.at < TOGETHER)
        obey(playhead, { does: 'skip', seconds: side * SKIP }, null);
      last = { at: event.timeStamp, side };
    };
    place.addEventListener('pointerup', tap);
    return () => place.removeEventListener('pointerup', tap);
  }, [surface, playhead]);
};
