import type { FragmentType } from '@apollo/client';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { addressOf } from '../../../components/paths.ts';
import wholeLink from '../../../components/StretchedLink.module.css';
import { accented } from '../../../components/text/accent.ts';
import { timecode } from '../../../components/text/timecode.ts';
import { Spoken } from '../../../components/VisuallyHidden.tsx';
import { FilmStill } from '../../films/cards/FilmStill.tsx';
import type { KeptFilm } from '../watchHistory.ts';
import { type KeptFilmCardFragment, useKeptFilmCardFragment } from './SavedFilmCard.generated.ts';
import styles from './SavedFilmCard.module.css';

interface KeptFilmCardProps {
  film: FragmentType<KeptFilmCardFragment>;
  kept: KeptFilm;
  /** What the button takes away, in words: the film's title follows. */
  removal: string;
  onRemove: () => void;
  /** Words beside the title. */
  aside?: ReactNode;
}

/** A film that a reader keeps: where they are in it, and a way to keep it no longer. It opens where they were. */
export const KeptFilmCard = ({ film: from, kept, removal, onRemove, aside }: KeptFilmCardProps) => {
  const film = useKeptFilmCardFragment(from);
  const { slug, title, accent, video } = film;
  const address = addressOf('Film', slug, kept.place > 0 ? kept.place : undefined);
  return (
    <article {...accented(accent)} className={`${styles.card} ${wholeLink.card}`}>
      <div className={styles.still}>
        <FilmStill film={film} sizes="(min-width: 64rem) 23vw, (min-width: 40rem) 45vw, 72vw" />
      </div>
      <h3 className={styles.title}>
        <Link to={address} viewTransition className={wholeLink.link}>
          {kept.place > 0 && <Spoken>Continue </Spoken>}
          {title}
        </Link>
      </h3>
      <p className={styles.facts}>
        <span>{aside ?? (video?.duration != null ? timecode(Math.round(video.duration)) : '')}</span>
        <button type="button" className={styles.remove} onClick={onRemove}>
          Remove<Spoken>{` ${title} ${removal}`}</Spoken>
        </button>
      </p>
    </article>
  );
};

/** The place of such a card while it is fetched: exactly as high. */
export const KeptFilmCardWaiting = () => (
  <div className={styles.card} aria-hidden="true">
    <div className={styles.still} />
    <p className={styles.title}> </p>
    <p className={styles.facts}> </p>
  </div>
);
