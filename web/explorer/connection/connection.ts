import { useState } from 'react';

/** As whom, in which perspective and in which language operations are sent. Empty texts are not sent. */
export interface Connection {
  /** An API key, or the token of an editor. */
  readonly key: string;
  /** `published`, `drafts`, or releases. */
  readonly perspective: string;
  /** The tag of a language. */
  readonly locale: string;
}

/** The key must not outlive the browser tab. */
const STORAGE_KEY = 'explorer-connection';
const CLIENT_NAME = 'explorer';
const EMPTY: Connection = { key: '', perspective: '', locale: '' };

/** Returns the request headers of a connection. Over WebSocket, they are the payload of `connection_init`. */
export function headersOf({ key, perspective, locale }: Connection): Readonly<Record<string, string>> {
  const [credential, requestedPerspective, language] = [key, perspective, locale].map((text) => text.trim());
  return {
    'graphql-client-name': CLIENT_NAME,
    ...(credential && credentialHeader(credential)),
    ...(requestedPerspective && { 'x-perspective': requestedPerspective }),
    ...(language && { 'x-locale': language }),
  };
}

const credentialHeader = (credential: string): Readonly<Record<string, string>> =>
  credential.startsWith('tv_') ? { 'x-api-key': credential } : { authorization: `Bearer ${credential}` };

/** Returns the connection, which lasts as long as the browser tab, and the function that changes it. */
export function useConnection(): readonly [Connection, (connection: Connection) => void] {
  const [connection, setConnection] = useState(storedConnection);
  const store = (next: Connection) => {
    setConnection(next);
    try {
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next));
    } catch {
      // Without storage, the connection lasts as long as the page.
    }
  };
  return [connection, store];
}

function storedConnection(): Connection {
  try {
    return { ...EMPTY, ...(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Partial<Connection>) };
  } catch {
    return EMPTY;
  }
}
