import type { ApolloClient } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import type { ComponentType, ReactNode } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import {
  createStaticRouter,
  type RouteObject,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import type { HydrationState } from '../../apollo/hydrationState.ts';
import { queriesWithErrors } from '../../apollo/preloadQuery.ts';
import { continueWatchingScript } from '../../features/watch-history/watchHistoryStore.ts';
import { themeScript } from '../../layout/theme.ts';
import { mathRenderer } from '../../rich-text/mathRenderer.ts';
import { renderMath } from '../../rich-text/renderMath.ts';
import { OriginProvider } from '../../seo/originContext.ts';
import type { PageAssets } from './assets.ts';
import { bootstrapScript } from './bootstrapScript.ts';
import { cacheUpdates } from './cacheUpdates.ts';
import { clickReplayScript } from './clickReplay.ts';
import { criticalCss } from './criticalCss.ts';
import { insertBetweenParts } from './htmlStream.ts';
import { inlineScript, serializeForScript } from './inlineScript.ts';

/** Suspended parts that resolve within this time are in the first part of the page. */
const SHELL_DELAY_MS = 30;
/** Suspended parts that are not resolved by then are rendered by the browser. */
const RENDER_TIMEOUT_MS = 8000;

export type DocumentComponent = ComponentType<{ readonly head?: ReactNode; readonly children: ReactNode }>;

interface RenderOptions {
  readonly Document: DocumentComponent;
  readonly dataRoutes: RouteObject[];
  readonly context: StaticHandlerContext;
  /** Its cache contains the data of the loaders. */
  readonly client: ApolloClient;
  readonly origin: string;
  readonly nonce: string;
  readonly assets: PageAssets;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** True for crawlers: the page is sent only when it is complete. */
  readonly shouldWaitForAll: boolean;
  report(error: unknown): void;
}

/**
 * Renders a page as a stream of HTML. Suspended parts follow when they resolve. Each part comes with its critical CSS and
 * the cache entries that hydration needs.
 * @throws the error of a component outside of Suspense
 */
export async function renderPage(options: RenderOptions): Promise<ReadableStream<Uint8Array>> {
  const { client, origin, nonce, assets, shouldWaitForAll } = options;
  // Not `AbortSignal.any`: Node keeps the listeners of a pending one, and React never removes its own.
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(
    () => controller.abort(new DOMException('the page took too long to render', 'TimeoutError')),
    RENDER_TIMEOUT_MS,
  );
  const handleAbort = () => controller.abort(options.signal.reason);
  if (options.signal.aborted) handleAbort();
  else options.signal.addEventListener('abort', handleAbort, { once: true });
  const clearTimer = () => clearTimeout(timer);
  const stream = await renderToReadableStream(<Page {...options} />, {
    nonce,
    signal,
    // Resolved parts are inlined whatever their size: React moves later parts into place with a script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error: unknown) => {
      if (!signal.aborted) options.report(error);
    },
  }).catch((error: unknown) => {
    clearTimer();
    throw error;
  });
  stream.allReady.then(clearTimer, clearTimer);
  const delay = new Promise((resolve) => setTimeout(resolve, SHELL_DELAY_MS));
  await (shouldWaitForAll ? stream.allReady : Promise.race([stream.allReady, delay]));

  const cssOf = assets.cssRules ? criticalCss(assets.cssRules) : () => '';
  const nextUpdate = cacheUpdates(client);
  const updateScript = () => {
    const update = nextUpdate();
    return update ? `(window.__CACHE_UPDATES__??=[]).push(${serializeForScript(update)})` : '';
  };
  return stream.pipeThrough(
    insertBetweenParts({
      inHead: (markup) => styleElement(cssOf(markup)),
      afterShell: () => {
        const state: HydrationState = {
          origin,
          queriesWithErrors: queriesWithErrors(client),
          playerModule: assets.playerModule,
        };
        const code = `window.__HYDRATION_STATE__=${serializeForScript(state)};${updateScript()}`;
        return inlineScript(code, nonce) + entryScript(assets, nonce);
      },
      beforePart: (markup) => {
        const update = updateScript();
        return styleElement(cssOf(markup)) + (update && inlineScript(update, nonce));
      },
    }),
  );
}

const styleElement = (css: string): string => css && `<style>${css}</style>`;

/** Returns the script that starts hydration. It comes after the hydration state, which it reads. */
const entryScript = (assets: PageAssets, nonce: string): string =>
  assets.devPreamble
    ? `<script type="module" async>${assets.devPreamble};await import(${serializeForScript(assets.entry)})</script>`
    : inlineScript(bootstrapScript(assets), nonce);

const Page = ({ Document, dataRoutes, context, client, origin, nonce, assets }: RenderOptions) => (
  <Document head={<Head assets={assets} nonce={nonce} />}>
    <OriginProvider value={origin}>
      <ApolloProvider client={client}>
        <mathRenderer.Provider value={renderMath}>
          <StaticRouterProvider
            router={createStaticRouter(dataRoutes, context)}
            context={context}
            nonce={nonce}
          />
        </mathRenderer.Provider>
      </ApolloProvider>
    </OriginProvider>
  </Document>
);

/**
 * Without scripts, React's later parts stay hidden at the end of the body. These rules show them above the footer, and hide
 * their placeholders and all elements that require scripts.
 */
const NO_SCRIPT_CSS = `
body:has(> [id^="S:"]) { display: flex; flex-direction: column }
body > footer { order: 2 }
body > [id^="S:"] { order: 1; display: block !important }
template[id^="B:"] + *, [data-requires-js] { display: none }`;

const Head = ({ assets, nonce }: { assets: PageAssets; nonce: string }) => (
  <>
    <script
      nonce={nonce}
      dangerouslySetInnerHTML={{ __html: themeScript + continueWatchingScript + clickReplayScript }}
    />
    <noscript>
      <style>{NO_SCRIPT_CSS}</style>
    </noscript>
    {assets.devStyles?.map(({ id, text }) => (
      <style key={id} data-vite-dev-id={id} dangerouslySetInnerHTML={{ __html: text }} />
    ))}
  </>
);
