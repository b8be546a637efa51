import { type GraphQLError, Lexer, type Source, TokenKind } from 'graphql';

/** Limits of tokens and characters of a document. The longest of the app has about 900 and 6,000. */
export const PARSE_OPTIONS = { maxLexicalTokens: 2000, maxSourceLength: 20_000 };

/**
 * Returns the limit that a document exceeds, by the error of its parsing; undefined for another error. graphql-js names the
 * limit in the message only, but the position of the error is that of the first token above the limit.
 */
export function parseLimitOf({ source, positions: [position] = [] }: GraphQLError): number | undefined {
  const { maxLexicalTokens, maxSourceLength } = PARSE_OPTIONS;
  if (!source || position === undefined) return undefined;
  if (source.body.length > maxSourceLength) return maxSourceLength;
  return position === startOfToken(source, maxLexicalTokens + 1) ? maxLexicalTokens : undefined;
}

/** Returns the position of a token of a document, of which the first has the number 1; undefined if there is none. */
function startOfToken(source: Source, number: number): number | undefined {
  const lexer = new Lexer(source);
  try {
    for (let count = 1; lexer.advance().kind !== TokenKind.EOF; count++)
      if (count === number) return lexer.token.start;
  } catch {
    // An invalid token.
  }
  return undefined;
}
