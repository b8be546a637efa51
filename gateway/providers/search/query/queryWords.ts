const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * True for a query that has characters and no word, such as an emoji or punctuation: the search service would take it for the empty
 * query, which matches all.
 */
export const hasNoWords = (query: string): boolean => query.trim() !== '' && !LETTER_OR_DIGIT.test(query);
