import type { FragmentType } from '@apollo/client';
import { Link } from 'react-router';
import { addressOf } from '../../components/paths.ts';
import { compact } from '../../components/text/lists.ts';
import { FilmCard } from '../films/cards/FilmCard.tsx';
import { type CollectionRowFragment, useCollectionRowFragment } from './CollectionRow.generated.ts';
import styles from './CollectionRow.module.css';

/** A collection in a row: what it argues, and the films in the order of the argument. */
export const CollectionRow = ({ collection }: { collection: FragmentType<CollectionRowFragment> }) => {
  const { slug, title, description, films } = useCollectionRowFragment(collection);
  const shown = compact(films.nodes);
  const further = films.totalCount - shown.length;
  return (
    <section className={styles.row}>
      <header className={styles.claim}>
        <h2 className={styles.title}>
          <Link to={addressOf('Collection', slug)}>{title}</Link>
        </h2>
        {description && <p className={styles.description}>{description}</p>}
        {further > 0 && (
          <p>
            <Link to={addressOf('Collection', slug)}>
              {further === 1 ? 'One more film' : `${further} more films`}
            </Link>
          </p>
        )}
      </header>
      {shown.length > 0 && (
        <ol className={styles.films} data-count={shown.length}>
          {shown.map((film) => (
            <li key={film.id}>
              <FilmCard
                film={film}
                within={slug}
                sizes="(min-width: 64rem) 24vw, (min-width: 40rem) 45vw, 72vw"
              />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
};
