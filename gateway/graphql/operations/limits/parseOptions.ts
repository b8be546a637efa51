/** Limits of tokens and characters of a document. The longest of the app has about 900 and 6,000. */
export const PARSE_OPTIONS = { maxLexicalTokens: 2000, maxSourceLength: 20_000 };
