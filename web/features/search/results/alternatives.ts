import { hasFilters, type SearchState } from '../state/searchState.ts';

const MIN_WORD_CHARACTERS = 3;
const MAX_WORDS = 3;

/** Returns the longest words of a query, longest first, to search for each alone. Empty for a query of one word. */
export const significantWords = (query: string): string[] => {
  const words = query.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu) ?? [];
  if (words.length < 2) return [];
  return [...new Set(words)]
    .filter((word) => word.length >= MIN_WORD_CHARACTERS)
    .sort((one, other) => other.length - one.length)
    .slice(0, MAX_WORDS);
};

/** Returns the first 60 % of the longest word, to find words with the same beginning. */
export const stemOf = (query: string): string => {
  const longest =
    (query.match(/[\p{L}\p{N}]+/gu) ?? []).sort((one, other) => other.length - one.length)[0] ?? '';
  return longest.slice(0, Math.max(2, Math.ceil(longest.length * 0.6)));
};

/** Returns the variables of the `NoResults` query, which searches for alternatives to a search without results. */
export const alternativesVariables = (state: SearchState) => {
  const [firstWord = '', secondWord = '', thirdWord = ''] = significantWords(state.query);
  return {
    query: state.query,
    stem: stemOf(state.query),
    isFiltered: hasFilters(state) || state.resultType !== null,
    firstWord,
    hasFirstWord: firstWord !== '',
    secondWord,
    hasSecondWord: secondWord !== '',
    thirdWord,
    hasThirdWord: thirdWord !== '',
  };
};
