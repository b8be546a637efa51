import { countOf } from './kinds.ts';
import type { SearchPageQuery } from './SearchPage.generated.ts';
import { isIdle, type SearchState } from './searchState.ts';

/** How many documents and how many moments a search has found, of those that it shows. */
const foundBy = ({ scope }: SearchState, { search, moments }: SearchPageQuery) => ({
  documents: scope === 'MOMENT' ? 0 : (search?.totalCount ?? 0),
  moments: scope === null || scope === 'MOMENT' ? (moments?.totalCount ?? 0) : 0,
});

/** Whether there is nothing to show. */
export const isNothing = (state: SearchState, found: SearchPageQuery): boolean => {
  const { documents, moments } = foundBy(state, found);
  return documents + moments === 0;
};

/** How much was found, in words: `12 films`, `30 results and 4 moments`. */
const amount = (state: SearchState, found: SearchPageQuery): string => {
  const { documents, moments } = foundBy(state, found);
  const about = found.search?.totalIsExact === false ? 'about ' : '';
  const seconds = moments > 0 ? countOf('MOMENT', moments) : '';
  if (state.scope === 'MOMENT') return seconds;
  if (state.scope) return about + countOf(state.scope, documents);
  const results = documents > 0 ? `${about}${documents} ${documents === 1 ? 'result' : 'results'}` : '';
  return [results, seconds].filter(Boolean).join(' and ');
};

/** What was found, in a sentence or two that can be heard; empty where nothing was sought. */
export const summaryOf = (state: SearchState, found: SearchPageQuery): string => {
  if (isIdle(state)) return '';
  const words = state.query ? ` for “${state.query}”` : '';
  if (isNothing(state, found)) return `Nothing${words}.`;
  const said = amount(state, found);
  const relaxed = found.search?.relaxedQuery;
  const first = `${said.charAt(0).toUpperCase()}${said.slice(1)}${words}.`;
  return relaxed && state.scope !== 'MOMENT'
    ? `${first} Nothing has all of these words; this is what has “${relaxed}”.`
    : first;
};

/** What the button says that leads to the results. */
export const showWords = (answered: { state: SearchState; found: SearchPageQuery } | null): string => {
  if (!answered) return 'Show results';
  const { state, found } = answered;
  return isNothing(state, found) ? 'Nothing fits' : `Show ${amount(state, found)}`;
};
