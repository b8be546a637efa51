import type { FragmentType } from '@apollo/client';
import { accentProps } from '../../components/text/accent.ts';
import { Duration } from '../../components/text/Duration.tsx';
import { FilmStill } from '../films/cards/FilmStill.tsx';
import { useFilmLink } from '../films/cards/useFilmLink.tsx';
import { useHoverPreview } from '../films/cards/useHoverPreview.ts';
import { type LeadFilmFragment, useLeadFilmFragment } from './LeadFilm.generated.ts';
import styles from './LeadFilm.module.css';

/** Renders the film at the top of the home page with a full-width still. */
export const LeadFilm = ({ film: fragment }: { film: FragmentType<LeadFilmFragment> }) => {
  const film = useLeadFilmFragment(fragment);
  const { slug, title, tagline, year, accent, topics, video } = film;
  const { isPreviewing, handlers } = useHoverPreview();
  const { viewTransitionName, renderLink } = useFilmLink(slug);
  return (
    <article {...accentProps(accent)} {...handlers} className={styles.lead}>
      <div className={styles.still}>
        <FilmStill
          film={film}
          sizes="100vw"
          isLead
          isPreviewing={isPreviewing}
          viewTransitionName={viewTransitionName}
        />
      </div>
      <div className={styles.text}>
        <h1 className={styles.title}>{renderLink(title, styles.link)}</h1>
        <div>
          {tagline && <p className={styles.tagline}>{tagline}</p>}
          <p className={styles.facts}>
            <span>{[year, ...topics.map((topic) => topic.title)].filter(Boolean).join(', ')}</span>
            {video?.duration != null && <Duration seconds={video.duration} />}
          </p>
        </div>
      </div>
    </article>
  );
};
