import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { debounce } from '../state/debounce.ts';
import { OWN_LANGUAGE } from '../state/searchVariables.ts';
import { EXAMPLES } from './examples.ts';
import { useRecentSearches } from './recentSearches.ts';
import { useSuggestionsQuery } from './Suggestions.generated.ts';
import { type SuggestionGroup, searchSuggestion, suggestionGroups } from './suggestionGroups.ts';

/** What somebody may begin with, each with why. */
const PROPOSED: SuggestionGroup[] = [
  {
    label: 'Try',
    suggestions: EXAMPLES.map(({ query, why }) => ({
      ...searchSuggestion(query),
      note: [{ text: why, matched: false }],
    })),
  },
];

/** The heading of what was sought before. */
export const RECENT = 'You sought';

/**
 * What to suggest to somebody who has typed so much: nothing typed yet, what was sought before; then what the graph
 * suggests, and until its answer is there the one before. The last suggestion is always to search for the words.
 * @param proposes whether somebody who has sought nothing yet is told what can be sought
 */
export const useSuggestions = (text: string, proposes: boolean): SuggestionGroup[] => {
  const typed = text.trim();
  const [query, setQuery] = useState('');
  const debounced = useMemo(() => debounce(setQuery), []);
  useEffect(() => debounced.call(typed), [debounced, typed]);
  useEffect(() => debounced.cancel, [debounced]);

  const recent = useRecentSearches();
  const { data, dataState, previousData } = useSuggestionsQuery({
    variables: { query, prefer: OWN_LANGUAGE },
    skip: query === '',
  });
  // Letters are not to wait for a list that the next of them replaces.
  const found = useDeferredValue(dataState === 'complete' ? data : previousData);
  return useMemo(() => {
    if (!typed)
      return recent.length === 0
        ? [...(proposes ? PROPOSED : [])]
        : [{ label: RECENT, suggestions: recent.map((one) => searchSuggestion(one)) }];
    return [
      ...(found ? suggestionGroups(found, typed) : []),
      {
        label: 'All of it',
        suggestions: [
          {
            ...searchSuggestion(typed),
            key: 'all',
            words: `Search for “${typed}”`,
            segments: [{ text: `Search for “${typed}”`, matched: false }],
          },
        ],
      },
    ];
  }, [typed, recent, found, proposes]);
};
