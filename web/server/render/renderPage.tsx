import { text } from 'node:stream/consumers';
import type { ComponentType, ReactNode } from 'react';
import { prerenderToNodeStream } from 'react-dom/static';
import {
  createStaticRouter,
  type RouteObject,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { renderMath } from '../../../schema/formulas/renderMath.ts';
import type { PagePreview, PageResponse } from '../../../schema/pages.ts';
import type { PageState } from '../../data/pageState.ts';
import { QueryClientContext } from '../../data/queryClient.ts';
import { MathRendererContext } from '../../rich-text/formulas/MathRendererContext.ts';
import { OriginProvider } from '../../seo/originContext.ts';
import { cleanMarkup } from '../editorSources.ts';
import type { ServerQueryClient } from '../serverQueryClient.ts';
import type { PageAssets } from './assets.ts';
import { HEAD_SCRIPT } from './inlineScripts.ts';
import { completePage } from './pageMarkup.ts';

/** Parts whose data is not loaded by then are rendered by the browser. */
const RENDER_TIMEOUT_MS = 8000;

export type DocumentComponent = ComponentType<{ readonly head?: ReactNode; readonly children: ReactNode }>;

interface RenderOptions {
  readonly Document: DocumentComponent;
  readonly dataRoutes: RouteObject[];
  readonly context: StaticHandlerContext;
  /** Contains the data of the loaders. */
  readonly queryClient: ServerQueryClient;
  readonly origin: string;
  readonly preview: PagePreview | undefined;
  readonly assets: PageAssets;
  /** Aborts when all readers of the page have disconnected. */
  readonly signal: AbortSignal;
  report(error: unknown): void;
}

/**
 * Renders a page. It waits for the queries of all parts; a part that fails or takes too long is left to the browser.
 * @throws the error of a component outside of Suspense
 */
export async function renderPage(options: RenderOptions): Promise<Pick<PageResponse, 'text' | 'isComplete'>> {
  const { assets, report } = options;
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(RENDER_TIMEOUT_MS)]);
  let isComplete = true;
  const { prelude } = await prerenderToNodeStream(<Page {...options} />, {
    signal,
    // Parts are in their places regardless of their size: no script of React moves them.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError(error) {
      isComplete = false;
      if (!signal.aborted) report(error);
    },
  });
  const rendered = await text(prelude);
  const { preview } = options;
  const markup = preview ? await cleanMarkup(rendered) : rendered;
  const banner = preview ? (await import('./renderBanner.tsx')).renderBanner(preview) : '';
  return { text: completePage(markup, assets, pageState(options), banner), isComplete };
}

const pageState = ({ queryClient, context, origin, preview }: RenderOptions): PageState => ({
  origin,
  results: queryClient.results(),
  router: { loaderData: context.loaderData, errors: context.errors },
  ...(preview && { preview }),
});

const Page = ({ Document, dataRoutes, context, queryClient, origin, assets }: RenderOptions) => (
  <Document head={<Head assets={assets} />}>
    <OriginProvider value={origin}>
      <QueryClientContext value={queryClient}>
        <MathRendererContext.Provider value={renderMath}>
          <StaticRouterProvider
            router={createStaticRouter(dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </MathRendererContext.Provider>
      </QueryClientContext>
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
