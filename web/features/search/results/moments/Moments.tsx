import { Link } from 'react-router';
import { ImageWithFallback } from '../../../../components/images/ImageWithFallback.tsx';
import rings from '../../../../components/images/placeholderPattern.module.css';
import { addressOf } from '../../../../components/paths.ts';
import { accented } from '../../../../components/text/accent.ts';
import { languageName } from '../../../../components/text/languageName.ts';
import { Segments } from '../../../../components/text/Segments.tsx';
import { timecode } from '../../../../components/text/timecode.ts';
import { Spoken } from '../../../../components/VisuallyHidden.tsx';
import { OWN_LANGUAGE } from '../../state/searchVariables.ts';
import styles from './Moments.module.css';
import type { Moment, MomentGroup } from './momentGroups.ts';

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
