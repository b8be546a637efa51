import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { isModifiedClick } from '../../../components/isModifiedClick.ts';
import { addressOf } from '../../../components/paths.ts';
import { Spoken } from '../../../components/VisuallyHidden.tsx';
import type { Playhead } from '../../player/state/playhead.ts';
import type { Neighbour, Neighbours } from './adjacentFilms.ts';
import styles from './PrevNextNav.module.css';

interface SequelProps {
  neighbours: Neighbours | null;
  playhead: Playhead;
}

/**
 * Under the screen: the films before and after, and where the reader is who goes through a collection. Its height is its
 * own from the first paint on.
 */
export const Sequel = ({ neighbours, playhead }: SequelProps) => {
  const { collection, next, previous } = neighbours ?? {};
  // Behind the last of a collection the nearest film follows by itself, but it is no part of it.
  const goesOn = next && (!collection || collection.place < collection.count);
  return (
    <nav className={styles.sequel} aria-label={collection ? 'Collection' : 'Before and after'}>
      <p className={styles.previous}>{previous && <Way to={previous} word="Before" playhead={playhead} />}</p>
      {collection && (
        <p className={styles.place}>
          <Link to={addressOf('Collection', collection.slug)}>{collection.title}</Link>{' '}
          <span className={styles.count}>
            {collection.place} of {collection.count}
          </span>
        </p>
      )}
      <p className={styles.next}>{goesOn && <Way to={next} word="Next" playhead={playhead} />}</p>
    </nav>
  );
};

interface WayProps {
  to: Neighbour;
  word: string;
  /** The film on this page. */
  playhead: Playhead;
}

/** The way to a film beside this one, which plays there when this one was opened. */
const Way = ({ to, word, playhead }: WayProps) => {
  const isBack = word === 'Before';
  const onClick = (event: MouseEvent) => {
    if (playhead.now() < 0 || isModifiedClick(event)) return;
    event.preventDefault();
    to.go();
  };
  return (
    <Link to={to.address} state={to.arrival} onClick={onClick}>
      {isBack && <span aria-hidden="true">←</span>}
      <span className={styles.word}>
        {word}
        <Spoken>: </Spoken>
      </span>
      <span className={styles.title}>{to.title}</span>
      {!isBack && <span aria-hidden="true">→</span>}
    </Link>
  );
};
