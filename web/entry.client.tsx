// Must be the first import: it fixes the order of the cascade layers.
import './styles/base.css';

import { StrictMode, startTransition, useEffect } from 'react';
import { createBrowserRouter, matchRoutes, RouterContextProvider } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createBrowserQueryClient } from './data/browserQueryClient.ts';
import { hashContext } from './data/pageLoader.ts';
import type { PageState } from './data/pageState.ts';
import { QueryClientContext, queryClientRouterContext } from './data/queryClient.ts';
import { readDataBlock } from './lib/readDataBlock.ts';
import { useAnnouncedHydration } from './lib/replayedClicks.ts';
import { yieldToMain } from './lib/timing/yieldToMain.ts';
import { Document } from './root.tsx';
import { routes } from './routes.tsx';
import { OriginProvider } from './seo/originContext.ts';

const state = readDataBlock<PageState>('hydration-state');
await yieldToMain();
const { hydrateRoot } = await import('react-dom/client');
await yieldToMain();
const queryClient = createBrowserQueryClient({
  results: state?.results ?? {},
  async importClient() {
    const { createApolloClient } = await import('./data/client.ts');
    const preview = state?.preview && (await import('./features/preview/previewFetch.ts'));
    await yieldToMain();
    return createApolloClient('/graphql', preview?.createPreviewFetch());
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
    const context = new RouterContextProvider(new Map([[queryClientRouterContext, queryClient]]));
    context.set(hashContext, () => router.state.navigation.location?.hash ?? '');
    return context;
  },
});

const App = () => {
  // Tests and measurements wait for the attribute.
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
    if (state?.preview)
      void import('./features/preview/startPreview.tsx').then(({ startPreview }) =>
        startPreview(queryClient, router),
      );
  }, []);
  useAnnouncedHydration();
  return (
    <Document>
      <OriginProvider value={state?.origin ?? location.origin}>
        <QueryClientContext value={queryClient}>
          <RouterProvider router={router} />
        </QueryClientContext>
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
