import type { GraphQLFormattedError } from 'graphql';

/** The path of the page that describes the error codes, `docs/errors.md`. */
export const ERROR_PAGE = '/docs/errors';

/** Returns the address of the description of an error code, relative to the gateway's address. */
export const errorUrl = (code: string): string => `${ERROR_PAGE}#${code.toLowerCase()}`;

/** Adds the address of the description to an error with a code. */
export function withErrorUrl(error: GraphQLFormattedError): GraphQLFormattedError {
  const code = error.extensions?.code;
  return typeof code === 'string'
    ? { ...error, extensions: { ...error.extensions, url: errorUrl(code) } }
    : error;
}
