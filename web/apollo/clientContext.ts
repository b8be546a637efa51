import type { ApolloCache, ApolloClient } from '@apollo/client';
import { createContext } from 'react-router';

/** The client of loaders: Apollo Client in the browser, the client of one page on the server (`server/serverClient.ts`). */
export type LoaderClient = Pick<ApolloClient, 'query' | 'readQuery'> & {
  readonly cache: Pick<ApolloCache, 'updateQuery'>;
};

/** Router context of the function that loads the client: that of the tab in the browser, that of the request on the server. */
export const clientContext = createContext<() => Promise<LoaderClient>>();

/** Router context of the function that returns the hash of the address that is loaded, which the requests of loaders lack. */
export const hashContext = createContext<() => string>(() => '');
