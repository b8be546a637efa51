import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { debounce } from '../state/debounce.ts';
import { SITE_LANGUAGE } from '../state/searchVariables.ts';
import { EXAMPLE_SEARCHES } from './exampleSearches.ts';
import { useRecentSearches } from './recentSearches.ts';
import { useSuggestionsQuery } from './Suggestions.generated.ts';
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
  const [query, setQuery] = useState('');
  const debounced = useMemo(() => debounce(setQuery), []);
  useEffect(() => debounced.call(typed), [debounced, typed]);
  useEffect(() => debounced.cancel, [debounced]);

  const recent = useRecentSearches();
  const { data, dataState, previousData } = useSuggestionsQuery({
    variables: { query, prefer: SITE_LANGUAGE },
    skip: query === '',
  });
  // Deferred, so that rendering a list does not delay the next letter.
  const suggested = useDeferredValue(dataState === 'complete' ? data : previousData);
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
