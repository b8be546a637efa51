import { createGraphClient } from './apollo/client.ts';
import { Document } from './root.tsx';
import { routes } from './routes.tsx';
import { canonicalPath } from './server/canonicalPath.ts';
import type { PageContext } from './server/pageContext.ts';
import type { Assets } from './server/render/assets.ts';
import { assetsOf } from './server/render/assets.ts';
import { sheetFor } from './server/render/criticalCss.ts';
import { barePage, overloadedPage, rateLimitedPage } from './server/render/fallbackPage.ts';
import { createPageMaker } from './server/render/handlePage.tsx';
import { findResource } from './server/resources/resourceRoutes.ts';

/** What answers the readers' requests. */
export interface Pages {
  /**
   * Answers a GET or HEAD request with a page, a redirect, or something else that readers and their programs ask for.
   * It never rejects: what goes wrong is a page with a status of its own, and its cause goes to `report`.
   */
  respond(request: Request, page: PageContext): Promise<Response>;
  /** HTML of errors that the gateway detects before a page is rendered. */
  readonly errorPages: {
    overloaded(retryAfterSeconds: number): string;
    readonly rateLimited: string;
  };
  /** Returns whether other sites may frame the page at this path. */
  isEmbed(path: string): boolean;
}

interface PagesOptions {
  /** The files of the app. */
  readonly assets: Assets;
  /** Receives the causes of what went wrong; readers are never told them. */
  report(error: unknown): void;
}

/** The magazine as a server gives it: made once, it answers every request. */
export function createPages({ assets, report }: PagesOptions): Pages {
  const makePage = createPageMaker({
    routes,
    Document,
    assetsOf: (pages) => assetsOf(assets, pages),
    report,
  });
  const { sheet } = assetsOf(assets, []);
  const bareRules = sheet ? sheetFor(sheet)('') : '';
  const answerAnything = async (request: Request, page: PageContext): Promise<Response> => {
    const url = new URL(request.url);
    const path = canonicalPath(url.pathname);
    if (path !== url.pathname)
      return new Response(null, { status: 308, headers: { location: `${path}${url.search}` } });
    const found = findResource(path);
    if (!found) return makePage(request, page);
    const graph = createGraphClient('/graphql', page.fetch);
    return found.resource.answer({ request, graph, origin: page.origin, params: found.params });
  };
  return {
    errorPages: { overloaded: overloadedPage, rateLimited: rateLimitedPage },
    isEmbed: (path) => path.startsWith('/embed/'),
    respond: (request, page) =>
      answerAnything(request, page).catch((error: unknown) => {
        report(error);
        return new Response(barePage(bareRules), {
          status: 500,
          headers: { 'content-type': 'text/html; charset=utf-8' },
        });
      }),
  };
}
