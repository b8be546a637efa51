import { Link } from 'react-router';
import { accented } from '../../ui/accent.ts';
import { addressOf } from '../../ui/addresses.ts';
import { Segments } from '../../ui/Segments.tsx';
import { timecode } from '../../ui/timecode.ts';
import styles from './Moments.module.css';
import type { SearchPageQuery } from './SearchPage.generated.ts';

type Moment = NonNullable<SearchPageQuery['moments']>['nodes'][number];

/** Seconds of films at which the words are said: each opens the film there. */
export const Moments = ({ moments }: { moments: readonly Moment[] }) => (
  <ul className={styles.moments}>
    {moments.map(({ start, snippet, thumbnailUrl, film }) =>
      film ? (
        <li key={`${film.id} ${start}`} {...accented(film.accent)} className={styles.moment}>
          <div className={styles.still}>
            {thumbnailUrl && (
              <img src={thumbnailUrl} alt="" width={480} height={270} loading="lazy" decoding="async" />
            )}
            <span className={styles.time}>{timecode(start)}</span>
          </div>
          <p className={styles.words}>
            <Segments segments={snippet} />
          </p>
          <p className={styles.film}>
            <Link
              to={addressOf('Film', film.slug, start)}
              className={styles.link}
              aria-label={`${film.title}, from ${timecode(start)}`}
            >
              {film.title}
            </Link>
          </p>
        </li>
      ) : null,
    )}
  </ul>
);
