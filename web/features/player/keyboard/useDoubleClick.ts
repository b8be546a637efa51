import { type RefObject, useEffect } from 'react';
import type { Playhead } from '../state/playhead.ts';
import { runCommand } from '../state/runCommand.ts';

/** Toggles full screen on a double click on the film. Its second click takes back what the first one did. */
export const useDoubleClick = (rootRef: RefObject<HTMLElement | null>, playhead: Playhead): void => {
  useEffect(() => {
    const root = rootRef.current;
    if (!root) return;
    const handleClick = (event: MouseEvent) => {
      const [target] = event.composedPath();
      const isOnFilm = target === root || target instanceof HTMLVideoElement;
      // A double tap on a touch screen seeks.
      const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
      if (event.detail === 2 && isOnFilm && !isTouch) runCommand(playhead, { type: 'fullscreen' });
    };
    root.addEventListener('click', handleClick);
    return () => root.removeEventListener('click', handleClick);
  }, [rootRef, playhead]);
};
