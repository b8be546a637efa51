/** What an empty search box says. */
export const SEARCH_HINT = 'Search films, words, moments';
