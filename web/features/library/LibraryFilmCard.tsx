import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { accentProps } from '../../lib/color/accent.ts';
import { momentQuery } from '../../lib/filmMoment.ts';
import { pathOf } from '../../lib/paths.ts';
import { timecode } from '../../lib/text/timecode.ts';
import stretchedLink from '../../ui/StretchedLink.module.css';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { FilmStill } from '../cards/films/FilmStill.tsx';
import type { WatchState } from '../watch-history/watchHistory.ts';
import type { LibraryFilmCardFragment } from './LibraryFilmCard.generated.ts';
import styles from './LibraryFilmCard.module.css';

interface LibraryFilmCardProps {
  film: LibraryFilmCardFragment;
  state: WatchState;
  /** The name of the list, for the accessible name of the “Remove” button. */
  listName: string;
  onRemove: () => void;
  /** The text beside the “Remove” button; the duration by default. */
  detail?: ReactNode;
}

/** Renders a card of the library. Its link resumes the film. */
export const LibraryFilmCard = ({ film, state, listName, onRemove, detail }: LibraryFilmCardProps) => {
  const { slug, title, accent, video } = film;
  const path = `${pathOf('Film', slug)}${momentQuery({ seconds: state.position >= 1 ? Math.floor(state.position) : null })}`;
  return (
    <article {...accentProps(accent)} className={stretchedLink.card}>
      <div className={styles.still}>
        <FilmStill film={film} sizes="(min-width: 64rem) 23vw, (min-width: 40rem) 45vw, 72vw" />
      </div>
      <h3 className={styles.title}>
        <Link to={path} viewTransition className={stretchedLink.link}>
          {state.position > 0 && <VisuallyHidden>Continue </VisuallyHidden>}
          {title}
        </Link>
      </h3>
      <p className={styles.facts}>
        <span>{detail ?? (video?.duration != null ? timecode(Math.round(video.duration)) : '')}</span>
        <button type="button" className={styles.remove} onClick={onRemove}>
          Remove<VisuallyHidden>{` ${title} from ${listName}`}</VisuallyHidden>
        </button>
      </p>
    </article>
  );
};

/** Renders the placeholder of a card that is loading, with the height of the card. */
export const LibraryFilmCardSkeleton = () => (
  <div aria-hidden="true">
    <div className={styles.still} />
    <p className={styles.title}> </p>
    <p className={styles.facts}> </p>
  </div>
);
