import { type GraphQLError, Lexer, type Source, TokenKind } from 'graphql';

/** Limits of a text that is parsed. */
export interface ParseOptions {
  readonly maxLexicalTokens?: number;
  readonly maxSourceLength: number;
}

/** Limits of tokens and characters of a document. The longest of the app has about 900 and 6,000. */
export const PARSE_OPTIONS: Required<ParseOptions> = { maxLexicalTokens: 4_000, maxSourceLength: 40_000 };
/** Trusted documents have no limit but the memory of compiled documents. */
const TRUSTED_PARSE_OPTIONS: ParseOptions = { maxSourceLength: 250_000 };

/** Returns the limits of the text of a document. */
export const parseOptionsOf = ({ isTrusted }: { readonly isTrusted: boolean }): ParseOptions =>
  isTrusted ? TRUSTED_PARSE_OPTIONS : PARSE_OPTIONS;

/** The limit of a text that a document exceeds, as an error names it. */
export interface ParseLimit {
  readonly limit: number;
  /** Expected, actual, fix. */
  readonly message: string;
}

/**
 * Returns the limit that a document exceeds, by the error of its parsing; undefined for another error. graphql-js names the
 * limit in the message only, but the error has the position of the first token above the limit.
 */
export function parseLimitOf(
  { source, positions: [position] = [] }: GraphQLError,
  { maxLexicalTokens, maxSourceLength }: ParseOptions = PARSE_OPTIONS,
): ParseLimit | undefined {
  if (!source || position === undefined) return undefined;
  const characters = source.body.length;
  if (characters > maxSourceLength) return describeLimit(maxSourceLength, 'characters', `got ${characters}`);
  if (maxLexicalTokens === undefined || position !== startOfToken(source, maxLexicalTokens + 1))
    return undefined;
  return describeLimit(maxLexicalTokens, 'tokens', 'got more');
}

const describeLimit = (limit: number, unit: string, actual: string): ParseLimit => ({
  limit,
  message: `expected a document of at most ${limit} ${unit}, ${actual}; write repeated selections once as fragments, split the operation, or have it registered as a trusted document`,
});

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
