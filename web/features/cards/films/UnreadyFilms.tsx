import { accentProps } from '../../../lib/color/accent.ts';
import { availabilityOf } from '../../../ui/text/availability.ts';
import { WatchLaterButton } from '../../watch-history/WatchLaterButton.tsx';
import type { UnreadyFilmFragment } from './UnreadyFilm.generated.ts';
import styles from './UnreadyFilms.module.css';
import { useFilmLink } from './useFilmLink.tsx';

interface UnreadyFilmsProps {
  films: readonly UnreadyFilmFragment[];
  headingLevel?: 2 | 3;
}

/** Renders films that cannot be played as a list of lines. Renders nothing without films. */
export const UnreadyFilms = ({ films, headingLevel = 3 }: UnreadyFilmsProps) =>
  films.length > 0 && (
    <ul className={styles.list}>
      {films.map((film) => (
        <li key={film.id}>
          <UnreadyFilm film={film} headingLevel={headingLevel} />
        </li>
      ))}
    </ul>
  );

/** Renders a film that cannot be played as a line: title, when it is expected, and a button that saves it for later. */
const UnreadyFilm = ({ film, headingLevel }: { film: UnreadyFilmFragment; headingLevel: 2 | 3 }) => {
  const { id, slug, title, tagline, accent } = film;
  const { renderLink } = useFilmLink(slug);
  const Heading = `h${headingLevel}` as const;
  return (
    <article {...accentProps(accent)} className={styles.line}>
      <Heading className={styles.title}>{renderLink(title)}</Heading>
      {tagline && <p className={styles.tagline}>{tagline}</p>}
      <p className={styles.facts}>
        <span>{availabilityOf(film)}</span>
        <WatchLaterButton id={id} title={title} className={styles.watchLater} />
      </p>
    </article>
  );
};
