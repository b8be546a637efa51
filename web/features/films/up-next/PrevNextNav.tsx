import { Link } from 'react-router';
import { runInstead } from '../../../lib/navigation/isModifiedClick.ts';
import { pathOf } from '../../../lib/paths.ts';
import type { Playhead } from '../../player/state/playhead.ts';
import type { AdjacentFilm, AdjacentFilmSet } from './adjacentFilms.ts';
import styles from './PrevNextNav.module.css';

interface PrevNextNavProps {
  adjacent: AdjacentFilmSet | null;
  /** True if the page continues with a collection, whose films have loaded later than the page. */
  isInCollection: boolean;
  playhead: Playhead;
}

/**
 * Renders the links to the previous and next film and the position in the collection. Without a previous film a link leads to all films,
 * also before the adjacent films have loaded. Its height is fixed from the first paint on.
 */
export const PrevNextNav = ({ adjacent, isInCollection, playhead }: PrevNextNavProps) => {
  const { collection, next, previous } = adjacent ?? {};
  return (
    <nav className={styles.nav} aria-label={collection ? 'Collection' : 'Previous and next film'}>
      <p className={styles.previous}>
        {previous && <FilmLink film={previous} label="Previous" playhead={playhead} />}
        {!previous && !isInCollection && (
          <Link to="/films">
            <span aria-hidden="true">←</span>
            <span>All films</span>
          </Link>
        )}
      </p>
      {collection && (
        <p className={styles.collection}>
          <Link to={pathOf('Collection', collection.slug)}>{collection.title}</Link>{' '}
          {collection.position > 0 && (
            <span className={styles.count}>
              {collection.position} of {collection.count}
            </span>
          )}
        </p>
      )}
      <p className={styles.next}>
        {next && <FilmLink film={next} label="Next" playhead={playhead} />}
        {collection?.nextCollection && <CollectionLink collection={collection.nextCollection} />}
      </p>
    </nav>
  );
};

const CollectionLink = ({ collection: { slug, title } }: { collection: { slug: string; title: string } }) => (
  <Link to={pathOf('Collection', slug)}>
    <span className={styles.label}>Next collection</span>
    <span className={styles.title}>{title}</span>
    <span aria-hidden="true">→</span>
  </Link>
);

interface FilmLinkProps {
  film: AdjacentFilm;
  label: 'Previous' | 'Next';
  /** The playhead of the current film. */
  playhead: Playhead;
}

/** Renders a link to an adjacent film. The film starts to play if the current one has been played. */
const FilmLink = ({ film, label, playhead }: FilmLinkProps) => {
  const isPrevious = label === 'Previous';
  return (
    <Link
      to={film.path}
      state={film.linkState}
      onClick={(event) => playhead.currentTime() >= 0 && runInstead(event, film.navigate)}
    >
      {isPrevious && <span aria-hidden="true">←</span>}
      <span className={styles.label}>{label}</span>
      <span className={styles.title}>{film.title}</span>
      {!isPrevious && <span aria-hidden="true">→</span>}
    </Link>
  );
};
