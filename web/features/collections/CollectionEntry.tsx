import { Link } from 'react-router';
import { accentProps } from '../../lib/color/accent.ts';
import { pathOf } from '../../lib/paths.ts';
import { pluralize } from '../../lib/text/pluralize.ts';
import stretchedLink from '../../ui/StretchedLink.module.css';
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
