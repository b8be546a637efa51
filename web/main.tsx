// First of all: it fixes the order of the cascade's layers.
import './styles/base.css';

import { ApolloProvider } from '@apollo/client/react';
import { StrictMode, startTransition } from 'react';
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createGraphClient } from './graphql/client.ts';
import { receive } from './graphql/receive.ts';
import { rehearse } from './graphql/rehearse.ts';
import { rememberFaults } from './graphql/warm.ts';
import { routes } from './routes.tsx';
import { Document } from './routing/Document.tsx';
import { graphContext } from './routing/graphContext.ts';
import type { PageLoader } from './routing/loadPage.ts';
import { OriginProvider } from './routing/originContext.ts';
import { breathe } from './ui/breathe.ts';

const { origin = location.origin, faulty = [] } = window.__handover ?? {};
window.__graph ??= [];
await breathe();
const { hydrateRoot } = await import('react-dom/client');
await breathe();
const client = createGraphClient('/graphql');
await breathe();
receive(client, window.__graph);
rememberFaults(client, faulty);

// The page that is here already can be taken over only by the code it was made with.
for (const { route, params } of matchRoutes(routes, location) ?? []) {
  if (typeof route.lazy !== 'function') continue;
  Object.assign(route, await route.lazy(), { lazy: undefined });
  const loader = route.loader as Partial<PageLoader> | undefined;
  if (loader?.asks) await rehearse(client, loader.asks({ params, request: { url: location.href } }));
}
await breathe();
const router = createBrowserRouter(routes, {
  getContext: () => new RouterContextProvider(new Map([[graphContext, client]])),
});

await breathe();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Document>
        <OriginProvider value={origin}>
          <ApolloProvider client={client}>
            <RouterProvider router={router} />
          </ApolloProvider>
        </OriginProvider>
      </Document>
    </StrictMode>,
  );
});
