// Must be the first import: it fixes the order of the cascade layers.
import './styles/base.css';

import { StrictMode, startTransition, useEffect } from 'react';
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createBrowserQueries } from './apollo/browserQueries.ts';
import { clientContext, hashContext } from './apollo/clientContext.ts';
import type { HydrationState } from './apollo/hydrationState.ts';
import { pageQueries } from './apollo/pageQueries.ts';
import { restoreQueriesWithErrors } from './apollo/preloadQuery.ts';
import { readDataBlock } from './components/dataBlock.ts';
import { yieldToMain } from './components/timing/yieldToMain.ts';
import { Document } from './root.tsx';
import { routes } from './routes.tsx';
import { OriginProvider } from './seo/originContext.ts';

const state = readDataBlock<HydrationState>('hydration-state');
await yieldToMain();
const { hydrateRoot } = await import('react-dom/client');
await yieldToMain();
const queries = createBrowserQueries({
  normalized: state?.cache ?? {},
  queriesWithErrors: state?.queriesWithErrors ?? [],
  async importClient() {
    const { createApolloClient } = await import('./apollo/client.ts');
    await yieldToMain();
    const client = createApolloClient('/graphql');
    client.restore(state?.cache ?? {});
    restoreQueriesWithErrors(client, state?.queriesWithErrors ?? []);
    return client;
  },
});

// Hydration needs the component of the server-rendered page synchronously.
for (const { route } of matchRoutes(routes, location) ?? []) {
  if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
}
await yieldToMain();
const router = createBrowserRouter(routes, {
  ...(state && { hydrationData: state.router }),
  getContext() {
    const context = new RouterContextProvider(new Map([[clientContext, queries.loadClient]]));
    context.set(hashContext, () => router.state.navigation.location?.hash ?? '');
    return context;
  },
});

const App = () => {
  // Tests and measurements wait for the attribute; `clickReplay.ts` waits for the event.
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
    dispatchEvent(new Event('hydrated'));
  }, []);
  return (
    <Document>
      <OriginProvider value={state?.origin ?? location.origin}>
        <pageQueries.Provider value={queries}>
          <RouterProvider router={router} />
        </pageQueries.Provider>
      </OriginProvider>
    </Document>
  );
};

await yieldToMain();
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <App />
    </StrictMode>,
  );
});
