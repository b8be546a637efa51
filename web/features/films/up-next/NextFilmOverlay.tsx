import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ImageWithFallback } from '../../../components/images/ImageWithFallback.tsx';
import type { Playhead } from '../../player/state/playhead.ts';
import { preferences } from '../../player/state/preferences.ts';
import type { Neighbour } from './adjacentFilms.ts';
import styles from './NextFilmOverlay.module.css';

/** Seconds before the next film begins. */
const COUNT = 8;

interface NextFilmProps {
  playhead: Playhead;
  next: Neighbour;
}

/** Over a film that has ended: what comes next. It begins by itself after a count, unless the reader does anything at all. */
export const NextFilm = ({ playhead, next }: NextFilmProps) => {
  const { left, isOver, cancel } = useCount(playhead, next.go);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (left === null) return;
    const onSign = ({ target, type }: Event) => {
      // To press what the panel offers is no way of calling it off.
      if (type === 'scroll' || !(target instanceof Node && panel.current?.contains(target))) cancel();
    };
    const signs = ['wheel', 'touchmove', 'scroll', 'keydown', 'pointerdown'];
    const onEscape = ({ key }: KeyboardEvent) => key === 'Escape' && cancel();
    for (const sign of signs) addEventListener(sign, onSign, { passive: true });
    addEventListener('keydown', onEscape);
    return () => {
      for (const sign of signs) removeEventListener(sign, onSign);
      removeEventListener('keydown', onEscape);
    };
  }, [left, cancel]);

  if (!isOver) return null;
  return (
    <div ref={panel} className={styles.over}>
      <ImageWithFallback src={next.still} width={480} height={270} className={styles.still} />
      <div className={styles.words}>
        <p role="status">
          {left === null ? 'Next' : <span aria-hidden="true">Next in {left}</span>}
          {left !== null && <span className={styles.spoken}>The next film begins in {COUNT} seconds.</span>}
        </p>
        <p className={styles.title}>
          <Link to={next.address} state={next.arrival}>
            {next.title}
          </Link>
        </p>
        {next.tagline && <p className={styles.tagline}>{next.tagline}</p>}
        <p className={styles.ways}>
          <button type="button" onClick={next.go}>
            Play it
          </button>
          {left === null ? (
            <button type="button" onClick={() => playhead.seek(0)}>
              Watch this again
            </button>
          ) : (
            <button type="button" onClick={cancel}>
              Stay here
            </button>
          )}
        </p>
      </div>
      {left !== null && <span className={styles.count} />}
    </div>
  );
};

/** Counts down once a film has ended, for those who like it to go on; all is over as soon as the film moves again. */
const useCount = (playhead: Playhead, onZero: () => void) => {
  const [isOver, setIsOver] = useState(false);
  const [left, setLeft] = useState<number | null>(null);
  const zero = useRef(onZero);
  zero.current = onZero;
  useEffect(() => {
    const onEnd = () => {
      setIsOver(true);
      setLeft(preferences().goesOn ? COUNT : null);
    };
    const onMove = () => {
      const film = playhead.film();
      if (film?.ended) return;
      setIsOver(false);
      setLeft(null);
    };
    const stops = [playhead.onEnd(onEnd), playhead.subscribe(onMove), playhead.onSeek(onMove)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [playhead]);
  useEffect(() => {
    if (left === null) return;
    const handle = setTimeout(() => (left > 1 ? setLeft(left - 1) : zero.current()), 1000);
    return () => clearTimeout(handle);
  }, [left]);
  return { left, isOver, cancel: useCallback(() => setLeft(null), []) };
};
