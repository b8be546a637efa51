import { useCallback, useMemo } from 'react';
import { useQueryClient } from '../../../data/queryClient.ts';
import type { SearchRequest } from '../../../kit/search/createSearch.ts';
import { useSearch } from '../../../kit/search/useSearch.ts';
import { SITE_LANGUAGE } from '../../../lib/publication.ts';
import { EXAMPLE_SEARCHES } from './exampleSearches.ts';
import { useRecentSearches } from './recentSearches.ts';
import { SuggestionsDocument, type SuggestionsQuery } from './Suggestions.generated.ts';
import { type SuggestionGroup, searchSuggestion, suggestionGroups } from './suggestionGroups.ts';

const EXAMPLES: SuggestionGroup = {
  label: 'Example searches',
  suggestions: EXAMPLE_SEARCHES.map(({ query, note }) => ({
    ...searchSuggestion(query),
    note: [{ text: note, matched: false }],
  })),
};

/** The label of the group of recent searches. */
export const RECENT_LABEL = 'Recent searches';

/**
 * Returns the suggestions for the text of a search box. An empty box suggests recent searches. Otherwise the previous
 * suggestions stay until the next response, and the last suggestion is to search for the text.
 * @param hasExamples suggests example queries in an empty box if there are no recent searches
 */
export const useSuggestions = (text: string, hasExamples: boolean): SuggestionGroup[] => {
  const typed = text.trim();
  const recent = useRecentSearches();
  const { pages } = useSearch(typed, useSuggestionsRequest(), { skip: typed === '' });
  const suggested = pages[0];
  return useMemo(() => {
    if (!typed)
      return recent.length === 0
        ? [...(hasExamples ? [EXAMPLES] : [])]
        : [{ label: RECENT_LABEL, suggestions: recent.map((one) => searchSuggestion(one)) }];
    const searchLabel = `Search for “${typed}”`;
    return [
      ...(suggested ? suggestionGroups(suggested, typed) : []),
      {
        label: 'All results',
        suggestions: [
          {
            ...searchSuggestion(typed),
            key: 'all',
            text: searchLabel,
            segments: [{ text: searchLabel, matched: false }],
          },
        ],
      },
    ];
  }, [typed, recent, suggested, hasExamples]);
};

/** Returns the function that requests suggestions. */
const useSuggestionsRequest = (): SearchRequest<SuggestionsQuery> => {
  const { send } = useQueryClient();
  return useCallback(
    async ({ query }, signal) => {
      const { data, error } = await send(SuggestionsDocument, { query, prefer: SITE_LANGUAGE }, signal);
      if (!data) throw error;
      return data;
    },
    [send],
  );
};
