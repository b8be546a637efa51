import { Link } from 'react-router';
import type { QueryClient } from '../../../data/queryClient.ts';
import { pathOf } from '../../../lib/paths.ts';
import { JoinedList } from '../../../ui/text/JoinedList.tsx';
import { EMPTY_SEARCH, type SearchState, searchHref } from '../state/searchState.ts';
import { alternativesVariables } from './alternatives.ts';
import { NoResultsDocument, type NoResultsQuery, useNoResultsQuery } from './NoResults.generated.ts';
import styles from './NoResults.module.css';

/** Loads the alternatives to a search without results. @param signal ends the request */
export const loadAlternatives = async (
  queryClient: QueryClient,
  state: SearchState,
  signal: AbortSignal,
): Promise<void> => {
  await queryClient.load(NoResultsDocument, alternativesVariables(state), signal);
};

interface NoResultsProps {
  state: SearchState;
  /** True if the gateway searched without its search provider, by exact word prefixes. */
  isFallback: boolean;
}

/** Renders the empty state of a search with alternatives that have results. */
export const NoResults = ({ state, isFallback }: NoResultsProps) => {
  const variables = alternativesVariables(state);
  const { data: loaded } = useNoResultsQuery({ variables });
  const alternatives = alternativesOf(state, loaded);
  const completions = (loaded?.similar?.queries ?? []).filter(({ text }) => text !== state.query);
  const topics = loaded?.browse?.facets.find(({ key }) => key === 'TOPICS')?.values ?? [];
  return (
    <div className={styles.empty}>
      <p className={styles.message}>{noResultsMessage(variables.isFiltered, isFallback)}</p>
      {alternatives.length > 0 && (
        <ul className={styles.alternatives}>
          {alternatives.map(({ label, href, count }) => (
            <li key={href}>
              <Link to={href}>{label}</Link> <span>{count}</span>
            </li>
          ))}
        </ul>
      )}
      {completions.length > 0 && (
        <p>
          Did you mean{' '}
          <JoinedList
            conjunction="or"
            items={completions.map(({ text }) => (
              <Link to={searchHref({ ...EMPTY_SEARCH, query: text })}>{text}</Link>
            ))}
          />
          ?
        </p>
      )}
      <section>
        <h2>Browse topics</h2>
        <ul className={styles.topics}>
          {topics.map(({ value, label }) => (
            <li key={value}>
              <Link to={pathOf('Topic', value)}>{label}</Link>
            </li>
          ))}
          <li>
            <Link to="/films">All films</Link>
          </li>
        </ul>
      </section>
    </div>
  );
};

const noResultsMessage = (isFiltered: boolean, isFallback: boolean): string => {
  if (isFiltered) return 'Nothing matches all of these filters.';
  return isFallback
    ? 'No word begins exactly like that.'
    : 'No film, article or person goes by that name, and no one says it.';
};

interface Alternative {
  label: string;
  href: string;
  count: number;
}

/** Returns the search without filters and the searches for single words, of those that have results. */
const alternativesOf = (state: SearchState, loaded: NoResultsQuery | undefined): Alternative[] => {
  const { firstWord, secondWord, thirdWord } = alternativesVariables(state);
  const words = [
    { word: firstWord, count: loaded?.firstWord?.totalCount },
    { word: secondWord, count: loaded?.secondWord?.totalCount },
    { word: thirdWord, count: loaded?.thirdWord?.totalCount },
  ];
  return [
    { label: 'Search without filters', query: state.query, count: loaded?.unfiltered?.totalCount },
    ...words.map(({ word, count }) => ({ label: `Only “${word}”`, query: word, count })),
  ].flatMap(({ label, query, count }) =>
    count ? [{ label, href: searchHref({ ...EMPTY_SEARCH, query }), count }] : [],
  );
};
