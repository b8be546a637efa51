import { Link } from 'react-router';
import { accentProps } from '../../lib/color/accent.ts';
import { pathOf } from '../../lib/paths.ts';
import { formatShortDate } from '../../lib/text/dates.ts';
import { compact } from '../../lib/text/lists.ts';
import { lazyIsland } from '../../ui/lazyIsland.tsx';
import { Duration } from '../../ui/text/Duration.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { FilmStill } from '../cards/films/FilmStill.tsx';
import { useFilmLink } from '../cards/films/useFilmLink.tsx';
import { AUTOPLAY_STATE } from '../films/up-next/adjacentFilms.ts';
import type { LeadFilmFragment } from './LeadFilm.generated.ts';
import styles from './LeadFilm.module.css';

const LeadVideo = lazyIsland(() => import('./homePageChunk.ts').then(({ LeadVideo }) => LeadVideo));

interface LeadFilmProps {
  film: LeadFilmFragment;
  /** An article about the film. */
  article: { slug: string; title: string } | undefined;
}

/**
 * Renders the film at the top of the home page: its moving picture, title and tagline, a link that plays it and a link to
 * the article about it.
 */
export const LeadFilm = ({ film, article }: LeadFilmProps) => {
  const { slug, title, tagline, publishedAt, accent, topics, poster, video } = film;
  const { viewTransitionName, renderLink } = useFilmLink(slug);
  const { preview, largePreview } = video?.playback ?? {};
  return (
    <article {...accentProps(accent)} className={styles.lead}>
      <div className={styles.still}>
        <FilmStill
          film={film}
          poster={poster}
          sizes="(min-width: 120rem) 78rem, (min-width: 64rem) 64vw, 100vw"
          isLead
          viewTransitionName={viewTransitionName}
        >
          {preview && <LeadVideo src={preview} largeSrc={largePreview ?? preview} />}
        </FilmStill>
      </div>
      <div className={styles.text}>
        <h2 className={styles.title}>{renderLink(title, styles.link)}</h2>
        {tagline && <p className={styles.tagline}>{tagline}</p>}
        <p className={styles.facts}>
          <span>
            {compact(topics)
              .map((topic) => topic.title)
              .join(', ')}
          </span>
          {publishedAt && <time dateTime={publishedAt}>{formatShortDate(publishedAt)}</time>}
        </p>
        <p className={styles.links}>
          <Link to={pathOf('Film', slug)} state={AUTOPLAY_STATE} viewTransition className={styles.watch}>
            Watch<VisuallyHidden>{` ${title}`}</VisuallyHidden>
            {video?.duration != null && <Duration seconds={video.duration} />}
          </Link>
          {article && <Link to={pathOf('Article', article.slug)}>Read {article.title}</Link>}
        </p>
      </div>
    </article>
  );
};
