import type { Caller } from '../../core/context.ts';
import type { Client } from '../../core/operationRequest.ts';

/** The prefixes of the request headers with the name and the version of a client. */
const PREFIXES = ['graphql-client', 'apollographql-client'];
const HEADERS = PREFIXES.map((prefix) => [`${prefix}-name`, `${prefix}-version`] as const);
/** The request headers with the name and the version of a client. */
export const CLIENT_HEADERS: readonly string[] = HEADERS.flat();
const MAX_NAME_CHARACTERS = 60;
const MAX_VERSION_CHARACTERS = 30;

/**
 * Returns the client of a request: what its headers name, else the name of the API key, else `editor` or `anonymous`.
 * @param header returns a request header by its lower-case name
 */
export function clientOf(header: (name: string) => unknown, { kind, key }: Caller): Client {
  const isAuthenticated = kind !== 'anonymous';
  for (const [nameHeader, versionHeader] of HEADERS) {
    const name = cleaned(header(nameHeader), MAX_NAME_CHARACTERS);
    if (name !== '')
      return { name, version: cleaned(header(versionHeader), MAX_VERSION_CHARACTERS), isAuthenticated };
  }
  return { name: key ? cleaned(key.name, MAX_NAME_CHARACTERS) : kind, version: '', isAuthenticated };
}

/** Returns a text without control characters, cut to a length; empty for other values. */
const cleaned = (value: unknown, maxLength: number): string =>
  typeof value === 'string' ? value.slice(0, maxLength).replaceAll(/\p{C}/gu, '').trim() : '';
