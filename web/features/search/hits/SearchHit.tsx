import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { pathOf } from '../../../lib/paths.ts';
import { Picture } from '../../../ui/images/Picture.tsx';
import stretchedLink from '../../../ui/StretchedLink.module.css';
import { Duration } from '../../../ui/text/Duration.tsx';
import { HighlightedText } from '../../../ui/text/HighlightedText.tsx';
import { FilmStill } from '../../cards/films/FilmStill.tsx';
import { Portrait } from '../../cards/people/Portrait.tsx';
import { explainMatch, type Highlight } from '../highlights/explainMatch.ts';
import type { SearchHitFragment } from './SearchHit.generated.ts';
import styles from './SearchHit.module.css';

interface SearchHitProps {
  hit: SearchHitFragment;
  highlights: readonly Highlight[];
}

/** Renders a search result with its highlighted matches. */
export const SearchHit = ({ hit, highlights }: SearchHitProps) => {
  const match = explainMatch(highlights);
  const { title, subtitle, image, details } = describe(hit);
  const shownTitle = match.title ? <HighlightedText segments={match.title} /> : title;
  const slug = hit.__typename === 'Contributor' ? hit.authorSlug : hit.slug;
  const shownSubtitle = match.subtitle ? <HighlightedText segments={match.subtitle} /> : subtitle;
  return (
    <article className={`${styles.hit} ${stretchedLink.card}`} data-type={hit.__typename}>
      <div className={styles.image}>{image}</div>
      <div className={styles.content}>
        <h3 className={styles.title}>
          {slug === null ? (
            shownTitle
          ) : (
            <Link to={pathOf(hit.__typename, slug)} className={stretchedLink.link}>
              {shownTitle}
            </Link>
          )}
        </h3>
        {shownSubtitle && <p className={styles.subtitle}>{shownSubtitle}</p>}
        {match.passage && (
          <p className={styles.passage}>
            <HighlightedText segments={match.passage} />
          </p>
        )}
        {(details || match.labels.length > 0) && (
          <p className={styles.details}>
            {details}
            {match.labels.map(({ label, segments }) => (
              <span key={label}>
                {label} <HighlightedText segments={segments} />
              </span>
            ))}
          </p>
        )}
      </div>
    </article>
  );
};

interface Description {
  title: string;
  subtitle: string | null;
  image: ReactNode;
  details?: ReactNode;
}

const describe = (hit: SearchHitFragment): Description => {
  switch (hit.__typename) {
    case 'Film':
      return {
        title: hit.title,
        subtitle: hit.tagline,
        image: <FilmStill film={hit} sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 45vw, 92vw" />,
        details: (
          <>
            {hit.year && <span>{hit.year}</span>}
            {hit.video?.duration != null && <Duration seconds={hit.video.duration} />}
          </>
        ),
      };
    case 'Article':
      return {
        title: hit.title,
        subtitle: hit.excerpt,
        image: hit.cover && <Picture {...hit.cover} alt="" sizes="14rem" />,
      };
    case 'Person':
      return {
        title: hit.name,
        subtitle: hit.knownFor,
        image: (
          <div className={styles.portrait}>
            <Portrait image={hit.portrait} name={hit.name} sizes="7rem" isDecorative />
          </div>
        ),
      };
    case 'Contributor':
      return { title: hit.name, subtitle: hit.biography ?? hit.role, image: null };
    default:
      return { title: hit.title, subtitle: hit.description, image: null };
  }
};
