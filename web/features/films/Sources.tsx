import { safeUrl } from '../../../schema/rich-text/safeUrl.ts';
import { compact } from '../../lib/text/lists.ts';
import type { FilmPageQuery } from './FilmPage.generated.ts';
import styles from './Sources.module.css';

/** Renders the list of sources. */
export const Sources = ({ sources }: { sources: NonNullable<FilmPageQuery['film']>['sources'] }) => {
  const complete = compact(sources);
  if (complete.length === 0) return null;
  return (
    <section>
      <h2 className={styles.title}>Sources</h2>
      <ul className={styles.list}>
        {complete.map(({ title, url }, index) => {
          const href = safeUrl(url);
          return <li key={index}>{href === undefined ? title : <a href={href}>{title}</a>}</li>;
        })}
      </ul>
    </section>
  );
};
