import type { FilmPageQuery } from './FilmPage.generated.ts';
import styles from './Sources.module.css';

/** Other links can run code, or show what another site does not. */
const WEB_URL = /^https?:\/\//i;

/** Renders the list of sources. */
export const Sources = ({ sources }: { sources: NonNullable<FilmPageQuery['film']>['sources'] }) => {
  if (sources.length === 0) return null;
  return (
    <section>
      <h2 className={styles.title}>Sources</h2>
      <ul className={styles.list}>
        {sources.map(({ title, url }) => (
          <li key={title}>{url && WEB_URL.test(url) ? <a href={url}>{title}</a> : title}</li>
        ))}
      </ul>
    </section>
  );
};
