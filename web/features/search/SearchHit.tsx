import type { FragmentType } from '@apollo/client';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { addressOf } from '../../ui/addresses.ts';
import { Duration } from '../../ui/Duration.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { FilmStill } from '../film/FilmStill.tsx';
import { Portrait } from '../person/Portrait.tsx';
import { type SearchHitFragment, useSearchHitFragment } from './SearchHit.generated.ts';
import styles from './SearchHit.module.css';

interface Highlight {
  field: string;
  segments: readonly { text: string; matched: boolean }[];
}

interface SearchHitProps {
  item: FragmentType<SearchHitFragment>;
  highlights: readonly Highlight[];
}

const TITLES = ['title', 'name'];
const LABELS = ['topics', 'credits', 'authors'];

/** Something found: what it is, and the words that were looked for, marked. */
export const SearchHit = ({ item, highlights }: SearchHitProps) => {
  const found = useSearchHitFragment(item);
  const matched = highlights.filter(({ segments }) => segments.some((segment) => segment.matched));
  const title = matched.find(({ field }) => TITLES.includes(field));
  const body = matched.find(({ field }) => ![...TITLES, ...LABELS].includes(field));
  const label = matched.find(({ field }) => LABELS.includes(field));
  const { words, line, picture, facts } = describe(found);
  return (
    <article className={styles.hit}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <Link to={addressOf(found.__typename, found.slug)} className={styles.link}>
            {title ? <Segments segments={title.segments} /> : words}
          </Link>
        </h3>
        {(body || line) && (
          <p className={styles.line}>{body ? <Segments segments={body.segments} /> : line}</p>
        )}
        {(facts || label) && (
          <p className={styles.facts}>
            {facts}
            {label && (
              <span>
                <Segments segments={label.segments} />
              </span>
            )}
          </p>
        )}
      </div>
    </article>
  );
};

interface Description {
  words: string;
  line: string | null;
  picture: ReactNode;
  facts?: ReactNode;
}

const describe = (found: SearchHitFragment): Description => {
  switch (found.__typename) {
    case 'Film':
      return {
        words: found.title,
        line: found.tagline,
        picture: <FilmStill film={found} sizes="14rem" />,
        facts: (
          <>
            {found.year && <span>{found.year}</span>}
            {found.video?.duration != null && <Duration seconds={found.video.duration} />}
          </>
        ),
      };
    case 'Article':
      return {
        words: found.title,
        line: found.excerpt,
        picture: found.cover && <Picture {...found.cover} alt="" sizes="14rem" />,
      };
    case 'Person':
      return {
        words: found.name,
        line: found.knownFor,
        picture: (
          <div className={styles.portrait}>
            <Portrait picture={found.portrait} name={found.name} sizes="7rem" decorative />
          </div>
        ),
      };
    default:
      return { words: found.title, line: found.description, picture: null };
  }
};
