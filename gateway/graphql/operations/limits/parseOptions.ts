/** Tokens and characters of a document; the app's longest has some 900 and 6000. */
export const PARSE_OPTIONS = { maxLexicalTokens: 2000, maxSourceLength: 20_000 };
