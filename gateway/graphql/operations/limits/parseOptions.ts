import type { GraphQLFormattedError } from 'graphql';

/** Limits of tokens and characters of a document. The longest of the app has about 900 and 6,000. */
export const PARSE_OPTIONS = { maxLexicalTokens: 2000, maxSourceLength: 20_000 };

/** Adds the limit to the error of a document that exceeds one. graphql-js names it in the message only. */
export function withParseLimit(error: GraphQLFormattedError): GraphQLFormattedError {
  if (error.extensions?.code !== 'GRAPHQL_PARSE_FAILED') return error;
  // graphql-js writes "more that" for tokens.
  const exceeded = Number(/contains more tha[nt] (\d+)/.exec(error.message)?.[1]);
  const limit = Object.values(PARSE_OPTIONS).find((value) => value === exceeded);
  return limit === undefined ? error : { ...error, extensions: { ...error.extensions, limit } };
}
