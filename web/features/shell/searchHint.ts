/** What an empty search box says. */
export const SEARCH_HINT = 'Search films, words, moments';
/** The same where there is less room. */
export const SHORT_HINT = 'Films, words, moments';
