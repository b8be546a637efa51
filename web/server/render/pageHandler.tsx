import {
  createStaticHandler,
  isRouteErrorResponse,
  type RouteObject,
  RouterContextProvider,
  type StaticHandlerContext,
} from 'react-router';
import type { PageContext, PageResponse } from '../../../schema/pages.ts';
import { studioUrlOf } from '../../../schema/source-maps/studioUrl.ts';
import { retryAfterSecondsOf } from '../../data/dataErrors.ts';
import type { PageErrors } from '../../data/pageLoader.ts';
import { queryClientRouterContext } from '../../data/queryClient.ts';
import { withEditorSources } from '../editorSources.ts';
import { createServerQueryClient } from '../serverQueryClient.ts';
import { textResponse } from '../textResponse.ts';
import type { PageAssets } from './assets.ts';
import { type DocumentComponent, renderPage } from './renderPage.tsx';

/** Default `Retry-After` of an error page, if the errors name no delay. */
const RETRY_AFTER_SECONDS = 5;

interface PageHandlerOptions {
  readonly routes: RouteObject[];
  readonly Document: DocumentComponent;
  /** Returns the files of a page. The route ids are the source files of the page. */
  assetsOf(routeIds: readonly string[]): PageAssets;
  report(error: unknown): void;
}

/**
 * Creates a request handler that renders pages from routes. The loaders determine the status and load the queries.
 * @returns a handler that rejects only if the error page cannot be rendered either
 */
export function createPageHandler({ routes, Document, assetsOf, report }: PageHandlerOptions) {
  const { query, dataRoutes } = createStaticHandler(routes);

  return async (request: Request, { send, origin, preview }: PageContext): Promise<PageResponse> => {
    const studioUrl = studioUrlOf(preview);
    const queryClient = createServerQueryClient(
      studioUrl === undefined ? send : withEditorSources(send, studioUrl),
    );
    const context = await query(request, {
      requestContext: new RouterContextProvider(new Map([[queryClientRouterContext, queryClient]])),
    });
    if (context instanceof Response) return textResponse(context);
    hideErrorDetails(context, report);

    const render = (hasFailed = false) =>
      renderPage({
        Document,
        dataRoutes,
        context: hasFailed ? toErrorContext(context) : context,
        queryClient,
        origin,
        preview,
        assets: assetsOf(context.matches.map(({ route }) => route.id)),
        signal: request.signal,
        report,
      });
    const head = (status: number) => ({ status, headers: headersOf(status, context) });
    try {
      return { ...head(context.statusCode), ...(await render()) };
    } catch (error) {
      report(error);
      return { ...head(500), ...(await render(true)) };
    }
  };
}

/** Reports unexpected errors and replaces them: errors are sent to the browser with the page. */
function hideErrorDetails(context: StaticHandlerContext, report: (error: unknown) => void): void {
  for (const [route, error] of Object.entries(context.errors ?? {})) {
    if (isRouteErrorResponse(error)) continue;
    report(error);
    (context.errors as Record<string, unknown>)[route] = new Error('the page could not be rendered');
  }
}

/** Returns the context with an error for the outermost error boundary. */
function toErrorContext(context: StaticHandlerContext): StaticHandlerContext {
  const [outermost] = context.matches;
  if (!outermost) throw new Error('expected a page with a route, got none');
  return {
    ...context,
    statusCode: 500,
    errors: { [outermost.route.id]: new Error('the page could not be rendered') },
  };
}

function headersOf(status: number, { errors }: StaticHandlerContext): Record<string, string> {
  const dataErrors = Object.values(errors ?? {}).flatMap((error) =>
    isRouteErrorResponse(error) ? ((error.data as Partial<PageErrors> | null)?.errors ?? []) : [],
  );
  return {
    'content-type': 'text/html; charset=utf-8',
    ...((status === 503 || status === 429) && {
      'retry-after': String(retryAfterSecondsOf(dataErrors) ?? RETRY_AFTER_SECONDS),
    }),
  };
}
