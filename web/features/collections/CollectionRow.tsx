import { Link } from 'react-router';
import { pathOf } from '../../lib/paths.ts';
import { splitPlayable, useVideoServiceFailure } from '../../lib/playable.ts';
import { compact } from '../../lib/text/lists.ts';
import { pluralize } from '../../lib/text/pluralize.ts';
import { FilmCard } from '../cards/films/FilmCard.tsx';
import type { CollectionRowFragment } from './CollectionRow.generated.ts';
import styles from './CollectionRow.module.css';

const MAX_FILMS = 3;

/** Renders a collection as a row: title and description, then the first films that can be played. */
export const CollectionRow = ({ collection }: { collection: CollectionRowFragment }) => {
  const { slug, title, description, films } = collection;
  const visibleFilms = splitPlayable(compact(films?.nodes), useVideoServiceFailure()).playable.slice(
    0,
    MAX_FILMS,
  );
  const totalCount = films?.totalCount ?? 0;
  return (
    <section className={styles.row}>
      <header className={styles.header}>
        <h2 className={styles.title}>
          <Link to={pathOf('Collection', slug)}>{title}</Link>
        </h2>
        {description && <p className={styles.description}>{description}</p>}
        {totalCount > visibleFilms.length && (
          <p>
            <Link to={pathOf('Collection', slug)}>See all {pluralize(totalCount, 'film')}</Link>
          </p>
        )}
      </header>
      {visibleFilms.length > 0 && (
        <ol className={styles.films}>
          {visibleFilms.map((film, index) => (
            <li key={film.id}>
              <p className={styles.position} aria-hidden="true">
                {index + 1}
              </p>
              <FilmCard
                film={film}
                collectionSlug={slug}
                sizes="(min-width: 64rem) 24vw, (min-width: 40rem) 45vw, 72vw"
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
};
