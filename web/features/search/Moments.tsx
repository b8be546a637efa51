import { Link } from 'react-router';
import { accented } from '../../ui/accent.ts';
import { addressOf } from '../../ui/addresses.ts';
import { ImageWithFallback } from '../../ui/ImageWithFallback.tsx';
import { languageName } from '../../ui/languageName.ts';
import rings from '../../ui/Rings.module.css';
import { Segments } from '../../ui/Segments.tsx';
import { Spoken } from '../../ui/Spoken.tsx';
import { timecode } from '../../ui/timecode.ts';
import styles from './Moments.module.css';
import type { Moment, MomentGroup } from './momentGroups.ts';
import { OWN_LANGUAGE } from './searchVariables.ts';

/** Seconds of films at which the words are said, under their films: each opens its film there. */
export const Moments = ({ groups }: { groups: readonly MomentGroup[] }) => (
  <ul className={styles.films}>
    {groups.map(({ film, moments }) => (
      <li key={film.id} {...accented(film.accent)} className={styles.film}>
        <h3 className={styles.title}>
          <Link to={addressOf('Film', film.slug)}>{film.title}</Link>
        </h3>
        <ol className={styles.moments}>
          {moments.map((moment) => (
            <MomentLine key={moment.start} moment={moment} slug={film.slug} />
          ))}
        </ol>
      </li>
    ))}
  </ul>
);

const MomentLine = ({
  moment: { start, language, snippet, thumbnailUrl },
  slug,
}: {
  moment: Moment;
  slug: string;
}) => (
  <li>
    <Link to={addressOf('Film', slug, start)} className={styles.moment}>
      <span className={styles.still}>
        {thumbnailUrl && (
          <ImageWithFallback
            src={thumbnailUrl}
            lead={false}
            width={480}
            height={270}
            decoding="async"
            fallback={<span className={`${styles.lost} ${rings.rings}`} />}
          />
        )}
        <span className={styles.time}>
          <Spoken>From </Spoken>
          {timecode(start)}
        </span>
      </span>
      <span className={styles.words}>
        <span lang={language}>
          <Segments segments={snippet} />
        </span>
        {language !== OWN_LANGUAGE && <span className={styles.language}>{languageName(language)}</span>}
      </span>
    </Link>
  </li>
);
