import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ImageWithFallback } from '../../../kit/picture/ImageWithFallback.tsx';
import type { Playhead } from '../../player/state/playhead.ts';
import { autoplaysNext, getPreferences } from '../../player/state/preferences.ts';
import type { AdjacentFilm } from './adjacentFilms.ts';
import styles from './NextFilmOverlay.late.module.css';
import { useHasEnded } from './useHasEnded.ts';

const COUNTDOWN_SECONDS = 8;

const INTERACTION_EVENTS = ['wheel', 'touchmove', 'scroll', 'keydown', 'pointerdown'];

interface NextFilmOverlayProps {
  playhead: Playhead;
  next: AdjacentFilm;
}

/**
 * Renders the next film over a film that has ended. If autoplay is on, it starts after a countdown, which any interaction
 * outside the overlay cancels. In the mini player it does not start, because the reader reads the page of this film.
 */
export const NextFilmOverlay = ({ playhead, next }: NextFilmOverlayProps) => {
  const { secondsLeft, hasEnded, cancel } = useCountdown(playhead, next.navigate);
  const overlayRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (secondsLeft === null) return;
    const handleInteraction = ({ target, type }: Event) => {
      const isInside = target instanceof Node && overlayRef.current?.contains(target);
      if (type === 'scroll' || !isInside) cancel();
    };
    const handleEscape = ({ key }: KeyboardEvent) => key === 'Escape' && cancel();
    for (const type of INTERACTION_EVENTS) addEventListener(type, handleInteraction, { passive: true });
    addEventListener('keydown', handleEscape);
    return () => {
      for (const type of INTERACTION_EVENTS) removeEventListener(type, handleInteraction);
      removeEventListener('keydown', handleEscape);
    };
  }, [secondsLeft, cancel]);

  if (!hasEnded) return null;
  return (
    <div ref={overlayRef} className={styles.overlay}>
      <ImageWithFallback src={next.stillUrl} width={480} height={270} className={styles.still} />
      <div className={styles.text}>
        <p role="status">
          {secondsLeft === null ? 'Up next' : <span aria-hidden="true">Up next in {secondsLeft}</span>}
          {secondsLeft !== null && (
            <span className={styles.visuallyHidden}>
              The next film starts in {COUNTDOWN_SECONDS} seconds.
            </span>
          )}
        </p>
        <p className={styles.title}>
          <Link to={next.path} state={next.linkState}>
            {next.title}
          </Link>
        </p>
        {next.tagline && <p className={styles.tagline}>{next.tagline}</p>}
        <p className={styles.actions}>
          <button type="button" onClick={next.navigate}>
            Play now
          </button>
          <button type="button" onClick={() => playhead.seek(0)}>
            Replay
          </button>
          {secondsLeft !== null && (
            <button type="button" onClick={cancel}>
              Cancel
            </button>
          )}
        </p>
      </div>
      {secondsLeft !== null && <span className={styles.countdown} />}
    </div>
  );
};

/** Counts down when a film has ended and autoplay is on. Stops and resets when the film is played again. */
const useCountdown = (playhead: Playhead, onZero: () => void) => {
  const hasEnded = useHasEnded(playhead);
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const handleZero = useEffectEvent(onZero);
  useEffect(() => {
    const isMini = playhead.videoElement()?.closest('[data-mini-player]');
    const isOn = hasEnded && autoplaysNext(getPreferences()) && !isMini;
    setSecondsLeft(isOn ? COUNTDOWN_SECONDS : null);
  }, [playhead, hasEnded]);
  useEffect(() => {
    if (secondsLeft === null) return;
    const timeout = setTimeout(
      () => (secondsLeft > 1 ? setSecondsLeft(secondsLeft - 1) : handleZero()),
      1000,
    );
    return () => clearTimeout(timeout);
  }, [secondsLeft]);
  return { secondsLeft, hasEnded, cancel: useCallback(() => setSecondsLeft(null), []) };
};
