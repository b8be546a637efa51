import { Link } from 'react-router';
import { pathOf } from '../../lib/paths.ts';
import stretchedLink from '../../ui/StretchedLink.module.css';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import type { ReadingState } from '../reading-history/readingHistory.ts';
import { CONTINUE_HASH } from '../reading-history/readingPosition.ts';
import styles from './LibraryArticles.module.css';

interface LibraryArticlesProps {
  articles: readonly ReadingState[];
  /** Renders one row of up to three articles instead of a list. */
  isRow?: boolean;
  /** The paths of articles with a copy in this browser. */
  offlinePaths: ReadonlySet<string>;
  /** The name of the list, for the accessible names of the “Remove” buttons. */
  listName: string;
  onRemove: (state: ReadingState) => void;
  /** Returns the text beside the reading time. */
  detailOf: (state: ReadingState) => string;
}

/** Renders articles of the library from the reading history alone, so that the list needs no connection. */
export const LibraryArticles = ({
  articles,
  isRow,
  offlinePaths,
  listName,
  onRemove,
  detailOf,
}: LibraryArticlesProps) => (
  <ul className={isRow ? styles.row : styles.list}>
    {articles.map((state) => {
      const { id, slug, title, readingMinutes, position } = state;
      const path = pathOf('Article', slug);
      const href = position > 0 ? `${path}${CONTINUE_HASH}` : path;
      return (
        <li key={id}>
          <article className={`${styles.article} ${stretchedLink.card}`}>
            <h3 className={styles.title}>
              <Link to={href} className={stretchedLink.link}>
                {position > 0 && <VisuallyHidden>Continue </VisuallyHidden>}
                {title}
              </Link>
            </h3>
            <p className={styles.facts}>
              <span>{detailOf(state)}</span>
              {readingMinutes > 0 && <span>{readingMinutes} min read</span>}
              {offlinePaths.has(path) && <span>Available offline</span>}
              <button type="button" className={styles.remove} onClick={() => onRemove(state)}>
                Remove<VisuallyHidden>{` ${title} from ${listName}`}</VisuallyHidden>
              </button>
            </p>
          </article>
        </li>
      );
    })}
  </ul>
);

/** Formats the reading position, e.g. `28% read`. */
export const formatPosition = ({ position }: ReadingState): string => `${Math.round(100 * position)}% read`;
