import { Link } from 'react-router';
import { ImageWithFallback } from '../../../kit/picture/ImageWithFallback.tsx';
import { accentProps } from '../../../lib/color/accent.ts';
import { momentQuery } from '../../../lib/filmMoment.ts';
import { pathOf } from '../../../lib/paths.ts';
import { SITE_LANGUAGE } from '../../../lib/publication.ts';
import { languageName } from '../../../lib/text/languageName.ts';
import { timecode } from '../../../lib/text/timecode.ts';
import placeholder from '../../../ui/images/placeholderPattern.module.css';
import { HighlightedText } from '../../../ui/text/HighlightedText.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import type { Moment, MomentGroup } from './groupMoments.ts';
import styles from './MomentGroupList.module.css';

/** Renders moments under their films. Each links to its second of the film. */
export const MomentGroupList = ({ groups }: { groups: readonly MomentGroup[] }) => (
  <ul className={styles.films}>
    {groups.map(({ film, moments }) => (
      <li key={film.id} {...accentProps(film.accent)} className={styles.film}>
        <h3 className={styles.title}>
          <Link to={pathOf('Film', film.slug)}>{film.title}</Link>
        </h3>
        <ol className={styles.moments}>
          {moments.map((moment) => (
            <MomentLink key={moment.start} moment={moment} slug={film.slug} />
          ))}
        </ol>
      </li>
    ))}
  </ul>
);

const MomentLink = ({
  moment: { start, language, snippet, thumbnailUrl },
  slug,
}: {
  moment: Moment;
  slug: string;
}) => (
  <li>
    <Link
      to={`${pathOf('Film', slug)}${momentQuery({ seconds: start, language })}`}
      className={styles.moment}
    >
      <span className={styles.still}>
        {thumbnailUrl && (
          <ImageWithFallback
            src={thumbnailUrl}
            isLead={false}
            width={480}
            height={270}
            decoding="async"
            fallback={<span className={`${styles.placeholder} ${placeholder.pattern}`} />}
          />
        )}
        <span className={styles.time}>
          <VisuallyHidden>From </VisuallyHidden>
          {timecode(start)}
        </span>
      </span>
      <span className={styles.text}>
        <span lang={language} dir="auto">
          <HighlightedText segments={snippet} />
        </span>
        {language !== SITE_LANGUAGE && <span className={styles.language}>{languageName(language)}</span>}
      </span>
    </Link>
  </li>
);
