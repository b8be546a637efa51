// First of all: it fixes the order of the cascade's layers.
import './styles/base.css';

import { ApolloProvider } from '@apollo/client/react';
import { StrictMode, startTransition, useEffect } from 'react';
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createGraphClient } from './apollo/client.ts';
import { graphContext } from './apollo/graphContext.ts';
import { receive } from './apollo/hydrateCache.ts';
import { rememberFaults } from './apollo/preloadQuery.ts';
import { breathe } from './components/timing/yieldToMain.ts';
import { Document } from './root.tsx';
import { routes } from './routes.tsx';
import { OriginProvider } from './seo/originContext.ts';

const { origin = location.origin, faulty = [] } = window.__handover ?? {};
window.__graph ??= [];
await breathe();
const { hydrateRoot } = await import('react-dom/client');
await breathe();
const client = createGraphClient('/graphql');
await breathe();
receive(client, window.__graph);
rememberFaults(client, faulty);

// Hydration needs the component of the page that the server has rendered.
for (const { route } of matchRoutes(routes, location) ?? []) {
  if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
}
await breathe();
const router = createBrowserRouter(routes, {
  getContext: () => new RouterContextProvider(new Map([[graphContext, client]])),
});

/** Marks the document as hydrated: tests and measurements wait for it, and the page's script repeats early clicks. */
const App = () => {
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
    dispatchEvent(new Event('hydrated'));
  }, []);
  return (
    <Document>
      <OriginProvider value={origin}>
        <ApolloProvider client={client}>
          <RouterProvider router={router} />
        </ApolloProvider>
      </OriginProvider>
    </Document>
  );
};

await breathe();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
