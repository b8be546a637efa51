import type { ApolloClient } from '@apollo/client';
import { createContext } from 'react-router';

/** Where loaders find the client of the graph: the tab's in a browser, the request's on a server. */
export const graphContext = createContext<ApolloClient>();
