import { type RefObject, useCallback, useLayoutEffect, useSyncExternalStore } from 'react';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import type { Playhead } from '../../player/state/playhead.ts';
import { runCommand } from '../../player/state/runCommand.ts';
import styles from './MiniPlayer.late.module.css';
import { useMiniPlayer } from './useMiniPlayer.ts';

interface MiniPlayerProps {
  /** The element that becomes the mini player. Its parent keeps the place of the player in the page. */
  frameRef: RefObject<HTMLElement | null>;
  playhead: Playhead;
  title: string;
}

/**
 * Turns the player into a mini player in a corner of the window while its place in the page is out of view, and renders
 * the buttons to return to the film and to close the mini player. Closing pauses the film.
 */
export const MiniPlayer = ({ frameRef, playhead, title }: MiniPlayerProps) => {
  const { isMini, returnToFilm, close } = useMiniPlayer(frameRef, playhead);

  useLayoutEffect(() => {
    const frame = frameRef.current;
    frame?.toggleAttribute('data-mini-player', isMini);
    return () => frame?.removeAttribute('data-mini-player');
  }, [frameRef, isMini]);

  useLayoutEffect(() => {
    const frame = frameRef.current;
    if (!frame || !isMini) return;
    const handleEscape = ({ key }: { key: string }) => key === 'Escape' && close();
    frame.addEventListener('keydown', handleEscape);
    return () => frame.removeEventListener('keydown', handleEscape);
  }, [frameRef, isMini, close]);

  if (!isMini) return null;
  return (
    <fieldset aria-label="Mini player" className={styles.bar}>
      <button type="button" onClick={returnToFilm}>
        Back to film <VisuallyHidden>{title}</VisuallyHidden>
      </button>
      <PauseButton playhead={playhead} />
      <button type="button" onClick={close}>
        Close <VisuallyHidden>mini player</VisuallyHidden>
      </button>
    </fieldset>
  );
};

/** Renders a button that pauses the film or plays it. The controls over the film are hidden without a pointer. */
const PauseButton = ({ playhead }: Pick<MiniPlayerProps, 'playhead'>) => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const video = playhead.videoElement();
      for (const type of ['play', 'pause']) video?.addEventListener(type, listener);
      return () => {
        for (const type of ['play', 'pause']) video?.removeEventListener(type, listener);
      };
    },
    [playhead],
  );
  const isPaused = useSyncExternalStore(subscribe, () => playhead.videoElement()?.paused ?? true);
  return (
    <button type="button" onClick={() => runCommand(playhead, { type: 'togglePlay' })}>
      {isPaused ? 'Play' : 'Pause'} <VisuallyHidden>film</VisuallyHidden>
    </button>
  );
};
