import { isRefined, type SearchState } from '../state/searchState.ts';

const SHORTEST_WORD = 3;
const MOST_WORDS = 3;

/** The telling words of a query, longest first; those alone may find what all of them together did not. */
export const tellingWords = (query: string): string[] => {
  const words = query.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu) ?? [];
  if (words.length < 2) return [];
  return [...new Set(words)]
    .filter((word) => word.length >= SHORTEST_WORD)
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_WORDS);
};

/** The beginning of the longest word: what it was meant to be may begin like it. */
export const stemOf = (query: string): string => {
  const longest =
    (query.match(/[\p{L}\p{N}]+/gu) ?? []).sort((one, other) => other.length - one.length)[0] ?? '';
  return longest.slice(0, Math.max(2, Math.ceil(longest.length * 0.6)));
};

/** The variables by which the ways out of a search without results are sought. */
export const waysOutVariables = (state: SearchState) => {
  const [first = '', second = '', third = ''] = tellingWords(state.query);
  return {
    query: state.query,
    stem: stemOf(state.query),
    narrowed: isRefined(state) || state.scope !== null,
    first,
    hasFirst: first !== '',
    second,
    hasSecond: second !== '',
    third,
    hasThird: third !== '',
  };
};
