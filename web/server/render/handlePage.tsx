import { isbot } from 'isbot';
import {
  createStaticHandler,
  isRouteErrorResponse,
  type RouteObject,
  RouterContextProvider,
  type StaticHandlerContext,
} from 'react-router';
import { createGraphClient } from '../../apollo/client.ts';
import { type Problem, retryAfterOf } from '../../apollo/dataErrors.ts';
import { graphContext } from '../../apollo/graphContext.ts';
import type { PageContext } from '../pageContext.ts';
import type { PageAssets } from './assets.ts';
import { type DocumentComponent, renderPage } from './renderPage.tsx';

/** Seconds after which a reader may ask again for a page whose graph could not answer, and did not say when it can. */
const RETRY_AFTER = 5;

interface PageMakerOptions {
  readonly routes: RouteObject[];
  readonly Document: DocumentComponent;
  /** The files of a page, from the source files of its routes. */
  assetsOf(pages: readonly string[]): PageAssets;
  report(error: unknown): void;
}

/**
 * Makes pages from routes: their loaders decide the status, and what they brought into the cache is rendered at once.
 * @returns what answers a request with a page; it rejects when not even the page of a failure could be rendered.
 */
export function createPageMaker({ routes, Document, assetsOf, report }: PageMakerOptions) {
  const { query, dataRoutes } = createStaticHandler(routes);

  return async (request: Request, { nonce, fetch, origin }: PageContext): Promise<Response> => {
    const client = createGraphClient('/graphql', fetch);
    const context = await query(request, {
      requestContext: new RouterContextProvider(new Map([[graphContext, client]])),
    });
    if (context instanceof Response) return context;
    hideCauses(context, report);

    const render = (failed?: unknown) =>
      renderPage({
        Document,
        dataRoutes,
        context: failed === undefined ? context : asFailure(context),
        client,
        origin,
        nonce,
        assets: assetsOf(context.matches.map(({ route }) => route.id)),
        signal: request.signal,
        isWhole: isbot(request.headers.get('user-agent')),
        report,
      });
    const answer = (body: ReadableStream<Uint8Array> | null, status = context.statusCode) =>
      new Response(body, { status, headers: headersOf(status, context) });
    if (request.method === 'HEAD') return answer(null);
    try {
      return answer(await render());
    } catch (error) {
      report(error);
      return answer(await render(error), 500);
    }
  };
}

/** Errors travel to the browser with the page; of those nobody meant for readers only the fact may. */
function hideCauses(context: StaticHandlerContext, report: (error: unknown) => void): void {
  for (const [route, error] of Object.entries(context.errors ?? {})) {
    if (isRouteErrorResponse(error)) continue;
    report(error);
    (context.errors as Record<string, unknown>)[route] = new Error('the page could not be made');
  }
}

/** The same page as its outermost boundary shows it after a failure. */
function asFailure(context: StaticHandlerContext): StaticHandlerContext {
  const [outermost] = context.matches;
  if (!outermost) throw new Error('expected a page to have a route, got none');
  return {
    ...context,
    statusCode: 500,
    errors: { [outermost.route.id]: new Error('the page could not be made') },
  };
}

function headersOf(status: number, { errors }: StaticHandlerContext): Record<string, string> {
  const problems = Object.values(errors ?? {}).flatMap((error) =>
    isRouteErrorResponse(error) ? ((error.data as { problems?: Problem[] } | null)?.problems ?? []) : [],
  );
  return {
    'content-type': 'text/html; charset=utf-8',
    ...((status === 503 || status === 429) && {
      'retry-after': String(retryAfterOf(problems) ?? RETRY_AFTER),
    }),
  };
}
