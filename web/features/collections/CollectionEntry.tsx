import { Link } from 'react-router';
import { pathOf } from '../../components/paths.ts';
import stretchedLink from '../../components/StretchedLink.module.css';
import { accentProps } from '../../components/text/accent.ts';
import { pluralize } from '../../components/text/pluralize.ts';
import type { CollectionEntryFragment } from './CollectionEntry.generated.ts';
import styles from './CollectionEntry.module.css';

/** Renders a collection without its films: title, description and number of films. */
export const CollectionEntry = ({ collection }: { collection: CollectionEntryFragment }) => {
  const { slug, title, description, films } = collection;
  return (
    <article {...accentProps(films?.nodes[0]?.accent)} className={`${styles.entry} ${stretchedLink.card}`}>
      <h3 className={styles.title}>
        <Link to={pathOf('Collection', slug)} className={stretchedLink.link}>
          {title}
        </Link>
      </h3>
      {description && <p className={styles.description}>{description}</p>}
      {films && <p className={styles.count}>{pluralize(films.totalCount, 'film')}</p>}
    </article>
  );
};
