import type { FragmentType } from '@apollo/client';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Picture } from '../../../../components/images/Picture.tsx';
import { addressOf } from '../../../../components/paths.ts';
import wholeLink from '../../../../components/StretchedLink.module.css';
import { Duration } from '../../../../components/text/Duration.tsx';
import { Segments } from '../../../../components/text/Segments.tsx';
import { FilmStill } from '../../../films/cards/FilmStill.tsx';
import { Portrait } from '../../../people/Portrait.tsx';
import { type Highlight, reasonsOf } from '../../highlights/matchExplanation.ts';
import { type SearchHitFragment, useSearchHitFragment } from './SearchHit.generated.ts';
import styles from './SearchHit.module.css';

interface SearchHitProps {
  item: FragmentType<SearchHitFragment>;
  highlights: readonly Highlight[];
}

/** Something found: what it is, and the words that were looked for, marked where they stand. */
export const SearchHit = ({ item, highlights }: SearchHitProps) => {
  const found = useSearchHitFragment(item);
  const { title, line: matchedLine, text, labels } = reasonsOf(highlights);
  const { name, line, picture, facts } = describe(found);
  const shownLine = matchedLine ? <Segments segments={matchedLine} /> : line;
  return (
    <article className={`${styles.hit} ${wholeLink.card}`} data-kind={found.__typename}>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.words}>
        <h3 className={styles.title}>
          <Link to={addressOf(found.__typename, found.slug)} className={wholeLink.link}>
            {title ? <Segments segments={title} /> : name}
          </Link>
        </h3>
        {shownLine && <p className={styles.line}>{shownLine}</p>}
        {text && (
          <p className={styles.text}>
            <Segments segments={text} />
          </p>
        )}
        {(facts || labels.length > 0) && (
          <p className={styles.facts}>
            {facts}
            {labels.map(({ word, segments }) => (
              <span key={word}>
                {word} <Segments segments={segments} />
              </span>
            ))}
          </p>
        )}
      </div>
    </article>
  );
};

interface Description {
  name: string;
  line: string | null;
  picture: ReactNode;
  facts?: ReactNode;
}

const describe = (found: SearchHitFragment): Description => {
  switch (found.__typename) {
    case 'Film':
      return {
        name: found.title,
        line: found.tagline,
        picture: <FilmStill film={found} sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 45vw, 92vw" />,
        facts: (
          <>
            {found.year && <span>{found.year}</span>}
            {found.video?.duration != null && <Duration seconds={found.video.duration} />}
          </>
        ),
      };
    case 'Article':
      return {
        name: found.title,
        line: found.excerpt,
        picture: found.cover && <Picture {...found.cover} alt="" sizes="14rem" />,
      };
    case 'Person':
      return {
        name: found.name,
        line: found.knownFor,
        picture: (
          <div className={styles.portrait}>
            <Portrait picture={found.portrait} name={found.name} sizes="7rem" decorative />
          </div>
        ),
      };
    default:
      return { name: found.title, line: found.description, picture: null };
  }
};
