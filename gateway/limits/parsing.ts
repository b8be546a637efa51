/** Tokens and characters of a document; the app's longest has some 900 and 6000. */
export const PARSING = { maxLexicalTokens: 2000, maxSourceLength: 20_000 };
