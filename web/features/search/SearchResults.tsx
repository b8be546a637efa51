import type { FragmentType } from '@apollo/client';
import { Link } from 'react-router';
import { SUBJECT_NAMES, type Subject } from '../../ui/addresses.ts';
import { Moments } from './Moments.tsx';
import type { SearchHitFragment } from './SearchHit.generated.ts';
import { SearchHit } from './SearchHit.tsx';
import type { SearchPageQuery } from './SearchPage.generated.ts';
import styles from './SearchResults.module.css';
import { isRefined, type SearchState } from './searchState.ts';

interface SearchResultsProps {
  state: SearchState;
  /** Undefined until the first answer; while the next is on its way, the last. */
  found: SearchPageQuery | undefined;
  loading: boolean;
  unreachable: boolean;
  onRetry: () => void;
}

const ORDER: readonly Subject[] = ['Film', 'Article', 'Person', 'Topic', 'Collection'];

/** What was found, by kind; or why there is nothing to show. */
export const SearchResults = ({ state, found, loading, unreachable, onRetry }: SearchResultsProps) => {
  if (unreachable)
    return (
      <div className={styles.none} role="status">
        <p>Search cannot be reached at the moment.</p>
        <p>
          Everything else can: <Link to="/films">all films</Link>, <Link to="/articles">all articles</Link>,{' '}
          <Link to="/people">the people</Link>.{' '}
          <button type="button" onClick={onRetry}>
            Try again
          </button>
        </p>
      </div>
    );
  if (!found?.search)
    return <div className={styles.waiting} aria-busy="true" role="status" aria-label="Searching" />;
  const { search, moments } = found;
  const hits = search.edges.flatMap(({ cursor, node, highlights }) =>
    node ? [{ cursor, node, highlights }] : [],
  );
  const said = moments?.nodes.filter(({ film }) => film) ?? [];
  const groups = ORDER.map((type) => ({ type, hits: hits.filter(({ node }) => node.__typename === type) }));
  return (
    <div className={styles.results} data-stale={loading || undefined}>
      <p className={styles.count} role="status">
        {summary(search.totalCount, search.totalIsExact, state.query)}
        {search.relaxedQuery && (
          <>
            {' '}
            Nothing matches all of it; this is what matches <em>{search.relaxedQuery}</em>.
          </>
        )}
      </p>
      {search.totalCount === 0 && said.length === 0 && <NothingFound state={state} />}
      {said.length > 0 && (
        <section>
          <h2 className={styles.kind}>Moments</h2>
          <Moments moments={said} />
        </section>
      )}
      {groups.map(({ type, hits }) =>
        hits.length === 0 ? null : (
          <section key={type}>
            <h2 className={styles.kind}>{SUBJECT_NAMES[type].many}</h2>
            <ul className={styles.hits}>
              {hits.map(({ cursor, node, highlights }) => (
                <li key={cursor}>
                  <SearchHit item={node as FragmentType<SearchHitFragment>} highlights={highlights} />
                </li>
              ))}
            </ul>
          </section>
        ),
      )}
    </div>
  );
};

const summary = (count: number, exact: boolean, query: string): string => {
  if (!query.trim()) return `Everything there is: ${count}.`;
  if (count === 0) return `Nothing for “${query}”.`;
  return `${exact ? '' : 'About '}${count} for “${query}”.`;
};

/** A way out when nothing was found. */
const NothingFound = ({ state }: { state: SearchState }) => (
  <div className={styles.none}>
    <p>
      {isRefined(state)
        ? 'Nothing fits all of that. Take a refinement away, or fewer words.'
        : 'Perhaps with fewer words, or others.'}
    </p>
    <p>
      Or wander: <Link to="/topics/chaos">chaos</Link>, <Link to="/topics/waves">waves</Link>,{' '}
      <Link to="/films">all films</Link>.
    </p>
  </div>
);
