import { filterOf, isIdle, isRefined, type SearchState } from './searchState.ts';

/** How many hits are asked for at once: among all kinds, and of one kind. */
const AMONG_ALL = 30;
export const PAGE_SIZE = 24;
/** Seconds of films: beside other kinds, and by themselves. */
const MOMENTS_BESIDE = 12;
/** The language that the magazine is read in. */
const LANGUAGES = ['en'];

/**
 * The variables of the page's query. Moments are sought where there are words to find, and where nothing but words
 * narrows the search: a second of a film has neither topic nor year.
 */
export const searchVariables = (state: SearchState) => {
  const { query, scope } = state;
  const withHits = scope !== 'MOMENT' && !isIdle(state);
  return {
    query,
    filter: filterOf(state),
    first: withHits ? (scope ? PAGE_SIZE : AMONG_ALL) : 1,
    withHits,
    withMoments: query !== '' && !isRefined(state),
    languages: LANGUAGES,
    moments: scope === 'MOMENT' ? PAGE_SIZE : scope ? 1 : MOMENTS_BESIDE,
  };
};
