import type { FragmentType } from '@apollo/client';
import { accented } from '../../components/text/accent.ts';
import { Duration } from '../../components/text/Duration.tsx';
import { useFilmLink } from '../films/cards/FilmLink.tsx';
import { FilmStill } from '../films/cards/FilmStill.tsx';
import { useLiveliness } from '../films/cards/useHoverPreview.ts';
import { type LeadFilmFragment, useLeadFilmFragment } from './LeadFilm.generated.ts';
import styles from './LeadFilm.module.css';

/** The film the magazine opens with: its still as large as the window allows. */
export const LeadFilm = ({ film: from }: { film: FragmentType<LeadFilmFragment> }) => {
  const film = useLeadFilmFragment(from);
  const { slug, title, tagline, year, accent, topics, video } = film;
  const { alive, handlers } = useLiveliness();
  const { transition, link } = useFilmLink(slug);
  return (
    <article {...accented(accent)} {...handlers} className={styles.lead}>
      <div className={styles.still}>
        <FilmStill film={film} sizes="100vw" lead alive={alive} transition={transition} />
      </div>
      <div className={styles.words}>
        <h1 className={styles.title}>{link(title, styles.link)}</h1>
        <div className={styles.side}>
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
