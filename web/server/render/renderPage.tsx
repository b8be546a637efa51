import type { ComponentType, ReactNode } from 'react';
import {
  createStaticRouter,
  type RouteObject,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import type { HydrationState } from '../../apollo/hydrationState.ts';
import { pageQueries } from '../../apollo/pageQueries.ts';
import { queriesWithErrors } from '../../apollo/preloadQuery.ts';
import { mathRenderer } from '../../rich-text/formulas/mathRenderer.ts';
import { renderMath } from '../../rich-text/formulas/renderMath.ts';
import { OriginProvider } from '../../seo/originContext.ts';
import type { PageBody, PageResponse, PageStream } from '../pageResponse.ts';
import type { ServerClient } from '../serverClient.ts';
import type { PageAssets } from './assets.ts';
import { HEAD_SCRIPT } from './inlineScripts.ts';
import { completePage, splitPage } from './pageMarkup.ts';
import { type MarkupRender, renderAtOnce, renderMarkup } from './renderMarkup.ts';

/** A page whose data is loaded within this time after its shell is sent whole. A late page is rendered twice. */
const LATE_DATA_MS = 100;
/** Parts whose data is not loaded by then are rendered by the browser. */
const RENDER_TIMEOUT_MS = 8000;

export type DocumentComponent = ComponentType<{ readonly head?: ReactNode; readonly children: ReactNode }>;

interface RenderOptions {
  readonly Document: DocumentComponent;
  readonly dataRoutes: RouteObject[];
  readonly context: StaticHandlerContext;
  /** Contains the data of the loaders. */
  readonly client: ServerClient;
  readonly origin: string;
  readonly assets: PageAssets;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Returns true for crawlers: the page is sent only when it is complete. */
  shouldWaitForAll(): boolean;
  report(error: unknown): void;
}

/**
 * Renders a page, at once if its data is loaded. If data is late, the page has a beginning that can be sent before, and is
 * rendered once more when the data is loaded.
 * @throws the error of a component outside of Suspense
 */
export async function renderPage(options: RenderOptions): Promise<Pick<PageResponse, 'body' | 'stream'>> {
  const { assets, client, signal, shouldWaitForAll, report } = options;
  const start = () => limitRender(renderMarkup(<Page {...options} />, report), signal);
  const bodyOf = (markup: string, isComplete: boolean): PageBody => ({
    text: completePage(markup, assets, hydrationState(options)),
    isComplete,
  });
  const loading = client.loading();
  const isLate = loading !== undefined && !(await resolvesWithin(loading, LATE_DATA_MS));
  const whole = isLate ? undefined : renderAtOnce(<Page {...options} />);
  if (whole !== undefined) return { body: Promise.resolve(bodyOf(whole, true)) };

  const first = start();
  await first.shell;
  if (shouldWaitForAll() || (!isLate && (await resolvesWithin(first.all, LATE_DATA_MS)))) {
    const body = first.all.then(first.readMarkup).then((markup) => bodyOf(markup, !first.hasErrors()));
    return { body };
  }

  // Joins the queries of the first render.
  const second = start();
  first.abort(new Error('data is late'));
  await first.all;
  const early = await first.readMarkup();
  const page = splitPage(early, assets);
  const complete = second.all
    .then(second.readMarkup)
    .catch(() => early)
    .then((markup) => ({ markup, state: hydrationState(options) }));
  const body = complete.then(({ markup, state }) => ({
    text: completePage(markup, assets, state),
    isComplete: markup !== early && !second.hasErrors(),
  }));
  const stream: PageStream | undefined = page && {
    beginning: page.beginning,
    end: complete.then(({ markup, state }) => page.endOf(markup, state)),
  };
  return { body, ...(stream && { stream }) };
}

/** Aborts a render after a timeout, and when the client disconnects. */
function limitRender(render: MarkupRender, signal: AbortSignal): MarkupRender {
  const handleAbort = () => render.abort(signal.reason);
  const timer = setTimeout(
    () => render.abort(new DOMException('the page took too long to render', 'TimeoutError')),
    RENDER_TIMEOUT_MS,
  );
  const release = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', handleAbort);
  };
  if (signal.aborted) handleAbort();
  else signal.addEventListener('abort', handleAbort, { once: true });
  render.all.then(release, release);
  return render;
}

/** Returns whether a promise resolves within a time. */
async function resolvesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: timeout, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, ms, false);
  try {
    return await Promise.race([promise.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const hydrationState = ({ client, context, origin }: RenderOptions): HydrationState => ({
  origin,
  cache: client.extract(),
  queriesWithErrors: queriesWithErrors(client),
  router: { loaderData: context.loaderData, errors: context.errors },
});

const Page = ({ Document, dataRoutes, context, client, origin, assets }: RenderOptions) => (
  <Document head={<Head assets={assets} />}>
    <OriginProvider value={origin}>
      <pageQueries.Provider value={client}>
        <mathRenderer.Provider value={renderMath}>
          <StaticRouterProvider
            router={createStaticRouter(dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </mathRenderer.Provider>
      </pageQueries.Provider>
    </OriginProvider>
  </Document>
);

/** Hides all elements that require scripts. */
const NO_SCRIPT_CSS = '[data-requires-js] { display: none }';

const Head = ({ assets }: { assets: PageAssets }) => (
  <>
    <script dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }} />
    <noscript>
      <style>{NO_SCRIPT_CSS}</style>
    </noscript>
    {assets.devStyles?.map(({ id, text }) => (
      <style key={id} data-vite-dev-id={id} dangerouslySetInnerHTML={{ __html: text }} />
    ))}
  </>
);
