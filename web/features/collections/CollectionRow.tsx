import type { FragmentType } from '@apollo/client';
import { Link } from 'react-router';
import { pathOf } from '../../components/paths.ts';
import { compact } from '../../components/text/lists.ts';
import { FilmCard } from '../films/cards/FilmCard.tsx';
import { type CollectionRowFragment, useCollectionRowFragment } from './CollectionRow.generated.ts';
import styles from './CollectionRow.module.css';

/** Renders a collection as a row: title and description, then its first films in order. */
export const CollectionRow = ({ collection }: { collection: FragmentType<CollectionRowFragment> }) => {
  const { slug, title, description, films } = useCollectionRowFragment(collection);
  const visibleFilms = compact(films?.nodes);
  const remainingCount = (films?.totalCount ?? 0) - visibleFilms.length;
  return (
    <section className={styles.row}>
      <header className={styles.header}>
        <h2 className={styles.title}>
          <Link to={pathOf('Collection', slug)}>{title}</Link>
        </h2>
        {description && <p className={styles.description}>{description}</p>}
        {remainingCount > 0 && (
          <p>
            <Link to={pathOf('Collection', slug)}>
              {remainingCount === 1 ? 'One more film' : `${remainingCount} more films`}
            </Link>
          </p>
        )}
      </header>
      {visibleFilms.length > 0 && (
        <ol className={styles.films} data-count={visibleFilms.length}>
          {visibleFilms.map((film) => (
            <li key={film.id}>
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
