import { type RefObject, useEffect } from 'react';
import { play } from '../../../kit/video/play.ts';
import type { Playhead } from '../state/playhead.ts';
import { runCommand } from '../state/runCommand.ts';

/** Toggles full screen on a double click on the film, which then plays or pauses as it did before the first click. */
export const useDoubleClick = (rootRef: RefObject<HTMLElement | null>, playhead: Playhead): void => {
  useEffect(() => {
    const root = rootRef.current;
    if (!root) return;
    let wasPaused = true;
    // Before the click itself plays or pauses.
    const rememberState = ({ detail }: MouseEvent) => {
      if (detail === 1) wasPaused = playhead.videoElement()?.paused ?? true;
    };
    const handleClick = (event: MouseEvent) => {
      const [target] = event.composedPath();
      const isOnFilm = target === root || target instanceof HTMLVideoElement;
      // A double tap on a touch screen seeks.
      const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
      const video = playhead.videoElement();
      if (event.detail !== 2 || !isOnFilm || isTouch || !video) return;
      runCommand(playhead, { type: 'fullscreen' });
      if (wasPaused) video.pause();
      else play(video);
    };
    root.addEventListener('click', rememberState, { capture: true });
    root.addEventListener('click', handleClick);
    return () => {
      root.removeEventListener('click', rememberState, { capture: true });
      root.removeEventListener('click', handleClick);
    };
  }, [rootRef, playhead]);
};
