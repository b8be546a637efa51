import { accentProps } from '../../../lib/color/accent.ts';
import { compact } from '../../../lib/text/lists.ts';
import stretchedLink from '../../../ui/StretchedLink.module.css';
import { Duration } from '../../../ui/text/Duration.tsx';
import { WatchLaterButton } from '../../watch-history/WatchLaterButton.tsx';
import type { FilmCardFragment } from './FilmCard.generated.ts';
import styles from './FilmCard.module.css';
import { FilmStill } from './FilmStill.tsx';
import { useFilmLink } from './useFilmLink.tsx';
import { useHoverPreview } from './useHoverPreview.ts';

interface FilmCardProps {
  film: FilmCardFragment;
  sizes?: string;
  headingLevel?: 2 | 3;
  /** The collection that the film page continues with. */
  collectionSlug?: string | undefined;
}

/** Renders a film card: still with moving preview, title, tagline and facts. */
export const FilmCard = ({
  film,
  sizes = '(min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 92vw',
  headingLevel = 3,
  collectionSlug,
}: FilmCardProps) => {
  const { id, slug, title, tagline, year, accent, topics, video } = film;
  const { isPreviewing, handlers } = useHoverPreview();
  const { viewTransitionName, renderLink } = useFilmLink(slug, collectionSlug);
  const Heading = `h${headingLevel}` as const;
  return (
    <article {...accentProps(accent)} {...handlers} className={`${styles.card} ${stretchedLink.card}`}>
      <FilmStill
        film={film}
        sizes={sizes}
        isPreviewing={isPreviewing}
        viewTransitionName={viewTransitionName}
      >
        {video?.duration != null && (
          <span className={styles.duration}>
            <Duration seconds={video.duration} />
          </span>
        )}
      </FilmStill>
      <div className={styles.text}>
        <Heading className={styles.title}>{renderLink(title, stretchedLink.link)}</Heading>
        {tagline && <p className={styles.tagline}>{tagline}</p>}
        <div className={styles.facts}>
          <p>
            {year !== null && <span className={styles.year}>First described {year}</span>}{' '}
            {compact(topics)
              .slice(0, 2)
              .map(({ id: topicId, title: topic }, index) => (
                <span key={topicId} className={styles.topic}>
                  {index === 0 ? topic : `, ${topic}`}
                </span>
              ))}
          </p>
          <WatchLaterButton id={id} title={title} className={styles.watchLater} />
        </div>
      </div>
    </article>
  );
};
