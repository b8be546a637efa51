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
import type { Handover } from '../../apollo/hydrationState.ts';
import { faultyQueries } from '../../apollo/preloadQuery.ts';
import { continuesScript } from '../../features/watch-history/watchHistoryStore.ts';
import { themeScript } from '../../layout/theme.ts';
import { formulaSetter } from '../../rich-text/mathRenderer.ts';
import { setFormula } from '../../rich-text/renderMath.ts';
import { OriginProvider } from '../../seo/originContext.ts';
import type { PageAssets } from './assets.ts';
import { startScript } from './bootstrapScript.ts';
import { newParcels } from './cacheUpdates.ts';
import { clickReplayScript } from './clickReplay.ts';
import { sheetFor } from './criticalCss.ts';
import { insertBetweenParts } from './htmlStream.ts';
import { embed, inlineScript } from './inlineScript.ts';

/** Milliseconds that the parts of second rank have to be in the page at once, instead of after it. */
const GRACE = 30;
/** Milliseconds a page may take in all; what is not there by then the browser fetches itself. */
const DEADLINE = 8000;

/** The document around the app's routes. */
export type DocumentComponent = ComponentType<{ readonly head?: ReactNode; readonly children: ReactNode }>;

interface RenderOptions {
  readonly Document: DocumentComponent;
  readonly dataRoutes: RouteObject[];
  readonly context: StaticHandlerContext;
  /** Its cache holds what the loaders brought. */
  readonly client: ApolloClient;
  readonly origin: string;
  readonly nonce: string;
  readonly assets: PageAssets;
  /** Aborts when the reader goes. */
  readonly signal: AbortSignal;
  /** Whether nothing of the page is sent before all of it is there: programs do not wait for what comes later. */
  readonly isWhole: boolean;
  report(error: unknown): void;
}

/**
 * Renders a page: what its loaders brought at once, the parts under Suspense as they come, and with each what the
 * browser needs in its cache to take it over.
 * @returns the page's markup. @throws what a component outside of any Suspense threw.
 */
export async function renderPage(options: RenderOptions): Promise<ReadableStream<Uint8Array>> {
  const { client, origin, nonce, assets, isWhole } = options;
  // Node never lets go what listens to a signal of `AbortSignal.any` that does not end, and React listens for good.
  const ending = new AbortController();
  const { signal } = ending;
  const late = setTimeout(() => ending.abort(new DOMException('the page is late', 'TimeoutError')), DEADLINE);
  const leave = () => ending.abort(options.signal.reason);
  if (options.signal.aborted) leave();
  else options.signal.addEventListener('abort', leave, { once: true });
  const stream = await renderToReadableStream(<Page {...options} />, {
    nonce,
    signal,
    // A part that is there goes into its place, however large: what is swapped in later needs a script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error: unknown) => {
      if (!signal.aborted) options.report(error);
    },
  });
  const settled = () => clearTimeout(late);
  stream.allReady.then(settled, settled);
  const wait = new Promise((resolve) => setTimeout(resolve, GRACE));
  await (isWhole ? stream.allReady : Promise.race([stream.allReady, wait]));

  const rules = assets.sheet ? sheetFor(assets.sheet) : () => '';
  const parcels = newParcels(client);
  const nextParcel = () => {
    const parcel = parcels();
    return parcel ? `(window.__graph??=[]).push(${embed(parcel)})` : '';
  };
  return stream.pipeThrough(
    insertBetweenParts({
      inHead: (markup) => styleOf(rules(markup)),
      afterShell: () => {
        const handover: Handover = { origin, faulty: faultyQueries(client), player: assets.player };
        const data = inlineScript(`window.__handover=${embed(handover)};${nextParcel()}`, nonce);
        return data + entryScript(assets, nonce);
      },
      beforePart: (markup) => {
        const parcel = nextParcel();
        return styleOf(rules(markup)) + (parcel && inlineScript(parcel, nonce));
      },
    }),
  );
}

const styleOf = (rules: string): string => rules && `<style>${rules}</style>`;

/** What takes the page over. It follows the data it needs, and needs nothing that comes after it. */
const entryScript = (assets: PageAssets, nonce: string): string =>
  assets.prelude
    ? `<script type="module" async>${assets.prelude};await import(${embed(assets.entry)})</script>`
    : inlineScript(startScript(assets), nonce);

const Page = ({ Document, dataRoutes, context, client, origin, nonce, assets }: RenderOptions) => (
  <Document head={<Head assets={assets} nonce={nonce} />}>
    <OriginProvider value={origin}>
      <ApolloProvider client={client}>
        <formulaSetter.Provider value={setFormula}>
          <StaticRouterProvider
            router={createStaticRouter(dataRoutes, context)}
            context={context}
            nonce={nonce}
          />
        </formulaSetter.Provider>
      </ApolloProvider>
    </OriginProvider>
  </Document>
);

/**
 * Where no script runs, React's late parts stay hidden at the end of the body: there they are shown, above the footer,
 * and what stood in for them is not. Neither is what only scripts could answer.
 */
const WITHOUT_SCRIPTS = `
body:has(> [id^="S:"]) { display: flex; flex-direction: column }
body > footer { order: 2 }
body > [id^="S:"] { order: 1; display: block !important }
template[id^="B:"] + *, [data-scripted] { display: none }`;

const Head = ({ assets, nonce }: { assets: PageAssets; nonce: string }) => (
  <>
    <script
      nonce={nonce}
      dangerouslySetInnerHTML={{ __html: themeScript + continuesScript + clickReplayScript }}
    />
    <noscript>
      <style>{WITHOUT_SCRIPTS}</style>
    </noscript>
    {assets.sheets?.map(({ id, text }) => (
      <style key={id} data-vite-dev-id={id} dangerouslySetInnerHTML={{ __html: text }} />
    ))}
  </>
);
