import { type RefObject, useEffect } from 'react';
import type { Playhead } from '../state/playhead.ts';
import { runCommand } from '../state/runCommand.ts';

const DOUBLE_TAP_INTERVAL_MS = 320;
const SEEK_SECONDS = 10;

/** Seeks backward on a double tap on the left third of the player, and forward on the right third. Each further tap repeats it. */
export const useDoubleTapSeek = (rootRef: RefObject<HTMLElement | null>, playhead: Playhead): void => {
  useEffect(() => {
    const root = rootRef.current;
    if (!root) return;
    let lastTap = { timeMs: 0, direction: 0 };
    const handleTap = (event: PointerEvent) => {
      // Taps on controls are ignored.
      const [target] = event.composedPath();
      if (event.pointerType !== 'touch' || !(target === root || target instanceof HTMLVideoElement)) return;
      const { left, width } = root.getBoundingClientRect();
      const fraction = (event.clientX - left) / width;
      const direction = fraction < 1 / 3 ? -1 : fraction > 2 / 3 ? 1 : 0;
      const isRepeated =
        direction === lastTap.direction && event.timeStamp - lastTap.timeMs < DOUBLE_TAP_INTERVAL_MS;
      if (direction !== 0 && isRepeated)
        runCommand(playhead, { type: 'seekBy', seconds: direction * SEEK_SECONDS });
      lastTap = { timeMs: event.timeStamp, direction };
    };
    root.addEventListener('pointerup', handleTap);
    return () => root.removeEventListener('pointerup', handleTap);
  }, [rootRef, playhead]);
};
