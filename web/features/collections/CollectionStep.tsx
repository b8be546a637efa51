import type { FragmentType } from '@apollo/client';
import { accented } from '../../components/text/accent.ts';
import { Duration } from '../../components/text/Duration.tsx';
import { useFilmLink } from '../films/cards/FilmLink.tsx';
import { FilmStill } from '../films/cards/FilmStill.tsx';
import { useLiveliness } from '../films/cards/useHoverPreview.ts';
import { type CollectionStepFragment, useCollectionStepFragment } from './CollectionStep.generated.ts';
import styles from './CollectionStep.module.css';

interface CollectionStepProps {
  film: FragmentType<CollectionStepFragment>;
  /** Its place in the argument, from 1. */
  place: number;
  /** The collection's slug. */
  collection: string;
}

/** A film as one step of an argument. */
export const CollectionStep = ({ film: from, place, collection }: CollectionStepProps) => {
  const film = useCollectionStepFragment(from);
  const { slug, title, tagline, year, accent, video } = film;
  const { alive, handlers } = useLiveliness();
  const { transition, link } = useFilmLink(slug, collection);
  return (
    <article {...accented(accent)} {...handlers} className={styles.step}>
      <p className={styles.place} aria-hidden="true">
        {place}
      </p>
      <div className={styles.still}>
        <FilmStill
          film={film}
          sizes="(min-width: 64rem) 50vw, 92vw"
          alive={alive}
          transition={transition}
          lead={place === 1}
        />
      </div>
      <div className={styles.words}>
        <h2 className={styles.title}>{link(title, styles.link)}</h2>
        {tagline && <p className={styles.tagline}>{tagline}</p>}
        <p className={styles.facts}>
          {year && <span>{year}</span>}
          {video?.duration != null && <Duration seconds={video.duration} />}
        </p>
      </div>
    </article>
  );
};
