import { accentProps } from '../../lib/color/accent.ts';
import { formatShortDate } from '../../lib/text/dates.ts';
import stretchedLink from '../../ui/StretchedLink.module.css';
import { Duration } from '../../ui/text/Duration.tsx';
import { FilmStill } from '../cards/films/FilmStill.tsx';
import { useFilmLink } from '../cards/films/useFilmLink.tsx';
import { useHoverPreview } from '../cards/films/useHoverPreview.ts';
import type { CollectionStepFragment } from './CollectionStep.generated.ts';
import styles from './CollectionStep.module.css';

interface CollectionStepProps {
  film: CollectionStepFragment;
  /** The position in the collection, counted from 1. */
  position: number;
  collectionSlug: string;
}

/** Renders a film as one numbered step of a collection. */
export const CollectionStep = ({ film, position, collectionSlug }: CollectionStepProps) => {
  const { slug, title, tagline, year, publishedAt, accent, video } = film;
  const { isPreviewing, handlers } = useHoverPreview();
  const { viewTransitionName, renderLink } = useFilmLink(slug, collectionSlug);
  return (
    <article {...accentProps(accent)} {...handlers} className={`${styles.step} ${stretchedLink.card}`}>
      <p className={styles.position} aria-hidden="true">
        {position}
      </p>
      <div>
        <FilmStill
          film={film}
          sizes="(min-width: 64rem) 50vw, 92vw"
          isPreviewing={isPreviewing}
          viewTransitionName={viewTransitionName}
          isLead={position === 1}
        />
      </div>
      <div className={styles.text}>
        <h2 className={styles.title}>{renderLink(title, stretchedLink.link)}</h2>
        {tagline && <p className={styles.tagline}>{tagline}</p>}
        <p className={styles.facts}>
          {year && <span>{year}</span>}
          {publishedAt && <time dateTime={publishedAt}>{formatShortDate(publishedAt)}</time>}
          {video?.duration != null && <Duration seconds={video.duration} />}
        </p>
      </div>
    </article>
  );
};
