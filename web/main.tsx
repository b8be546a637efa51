// First of all: it fixes the order of the cascade's layers.
import './styles/base.css';

import { ApolloProvider } from '@apollo/client/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createGraphClient } from './graphql/client.ts';
import { routes } from './routes.tsx';
import { graphContext } from './routing/graphContext.ts';

const client = createGraphClient('/graphql');
const router = createBrowserRouter(routes, {
  getContext: () => new RouterContextProvider(new Map([[graphContext, client]])),
});

const place = document.getElementById('app');
if (!place) throw new Error('expected an element with the id "app" in index.html, found none');
createRoot(place).render(
  <StrictMode>
    <ApolloProvider client={client}>
      <RouterProvider router={router} />
    </ApolloProvider>
  </StrictMode>,
);
