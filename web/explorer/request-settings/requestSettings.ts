import { persistentStore, usePersistentStore } from '../../lib/persistentStore.ts';
import type { Transport } from '../execution/subscribe.ts';
import { type Header, isHeader, sentHeaders } from './header.ts';

/** The key, the perspective, the language, further headers and the transport of sent operations. Empty texts are not sent. */
export interface RequestSettings {
  /** An API key, or the token of an editor. */
  readonly key: string;
  /** `published`, `drafts`, or releases. */
  readonly perspective: string;
  /** The tag of a language. */
  readonly locale: string;
  readonly headers: readonly Header[];
  /** That of subscriptions. */
  readonly transport: Transport;
}

const CLIENT_NAME = 'explorer';
const EMPTY: RequestSettings = { key: '', perspective: '', locale: '', headers: [], transport: 'websocket' };

const store = persistentStore<RequestSettings>({
  key: 'explorer-request-settings',
  empty: EMPTY,
  parse: (value) => {
    const settings = { ...EMPTY, ...(value as Partial<RequestSettings>) };
    return { ...settings, headers: settings.headers.filter(isHeader) };
  },
  // API keys and other secrets must not outlive the browser tab.
  storage: () => sessionStorage,
});

/** Returns the request headers of these settings. Over WebSocket, they are the payload of `connection_init`. */
export function headersOf({
  key,
  perspective,
  locale,
  headers,
}: RequestSettings): Readonly<Record<string, string>> {
  const [credential, requestedPerspective, language] = [key, perspective, locale].map((text) => text.trim());
  return {
    'graphql-client-name': CLIENT_NAME,
    ...(credential && credentialHeader(credential)),
    ...(requestedPerspective && { 'x-perspective': requestedPerspective }),
    ...(language && { 'x-locale': language }),
    ...sentHeaders(headers),
  };
}

const credentialHeader = (credential: string): Readonly<Record<string, string>> =>
  credential.startsWith('tv_') ? { 'x-api-key': credential } : { authorization: `Bearer ${credential}` };

const setRequestSettings = (settings: RequestSettings): void => store.update(() => settings);

/** Returns the request settings, which last as long as the browser tab, and the function that changes them. */
export const useRequestSettings = () => [usePersistentStore(store), setRequestSettings] as const;
