import { filterOf, isIdle, type SearchState, wordsOf } from './searchState.ts';

/** How many hits are asked for at once: among all kinds, and of one kind. */
const AMONG_ALL = 30;
export const PAGE_SIZE = 24;
/** Seconds of films: beside other kinds, and by themselves. */
const MOMENTS_BESIDE = 12;
/** The language that the magazine is read in; what a film says in it comes before what it says in others. */
export const OWN_LANGUAGE = 'en';

/**
 * The variables of the page's query. Moments are sought where there are words to find; topics and years are those of
 * their films.
 */
export const searchVariables = (state: SearchState) => {
  const { scope } = state;
  const query = wordsOf(state);
  const withHits = scope !== 'MOMENT' && !isIdle(state);
  return {
    query,
    filter: filterOf(state),
    first: withHits ? (scope ? PAGE_SIZE : AMONG_ALL) : 1,
    withHits,
    withMoments: query !== '',
    prefer: OWN_LANGUAGE,
    ofFilms: filterOf({ ...state, scope: null }),
    moments: scope === 'MOMENT' ? PAGE_SIZE : scope ? 1 : MOMENTS_BESIDE,
  };
};
