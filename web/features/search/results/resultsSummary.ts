import { pluralize } from '../../../components/text/pluralize.ts';
import { countOf } from '../filters/resultTypes.ts';
import type { SearchPageQuery } from '../SearchPage.generated.ts';
import { isIdle, type SearchState, wordsOf } from '../state/searchState.ts';

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
  const results = documents > 0 ? about + pluralize(documents, 'result') : '';
  return [results, seconds].filter(Boolean).join(' and ');
};

/** What was found, in a sentence or two that can be heard; empty where nothing was sought. */
export const summaryOf = (state: SearchState, found: SearchPageQuery): string => {
  const words = wordsOf(state) ? ` for “${state.query}”` : '';
  const unread = state.query && !words ? `There is no word in “${state.query}” to look for.` : '';
  if (isIdle(state)) return unread;
  if (isNothing(state, found)) return `Nothing${words}.`;
  const said = amount(state, found);
  const first = `${said.charAt(0).toUpperCase()}${said.slice(1)}${words}.`;
  return [unread, first, relaxedOf(state, found)].filter(Boolean).join(' ');
};

/** Which words were given up, where nothing has all of them. */
const relaxedOf = (state: SearchState, found: SearchPageQuery): string => {
  const { documents } = foundBy(state, found);
  const relaxed = documents > 0 && found.search?.relaxedQuery;
  if (relaxed) return `Nothing has all of these words; this is what has “${relaxed}”.`;
  return documents > 0 ? '' : saidInstead(found);
};

/** Which words are said where no line has all of them; empty where nothing was given up, or nothing found. */
export const saidInstead = ({ moments }: SearchPageQuery): string =>
  moments?.relaxedQuery && moments.totalCount > 0
    ? `Nobody says all of these words; this is where “${moments.relaxedQuery}” is said.`
    : '';

/** What the button says that leads to the results. */
export const showWords = (answered: { state: SearchState; found: SearchPageQuery } | null): string => {
  if (!answered) return 'Show results';
  const { state, found } = answered;
  return isNothing(state, found) ? 'Nothing fits' : `Show ${amount(state, found)}`;
};
