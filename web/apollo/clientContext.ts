import type { ApolloClient } from '@apollo/client';
import { createContext } from 'react-router';

/** Router context of the Apollo client: that of the tab in the browser, that of the request on the server. */
export const clientContext = createContext<ApolloClient>();
