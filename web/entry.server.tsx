import { createApolloClient } from './apollo/client.ts';
import { Document } from './root.tsx';
import { routes } from './routes.tsx';
import { canonicalPath } from './server/canonicalPath.ts';
import type { PageContext } from './server/pageContext.ts';
import { type Assets, pageAssets } from './server/render/assets.ts';
import { criticalCss } from './server/render/criticalCss.ts';
import { fallbackPage, overloadedPage, rateLimitedPage } from './server/render/fallbackPage.ts';
import { createPageHandler, pageKey } from './server/render/pageHandler.tsx';
import { findResource } from './server/resources/resourceRoutes.ts';

export interface Pages {
  /**
   * Responds to a GET or HEAD request with a page, a redirect, or a resource such as the feed. It never rejects: errors are
   * pages with an error status.
   */
  respond(request: Request, page: PageContext): Promise<Response>;
  /**
   * Returns a key: requests with the same key get the same page, except for its nonce. Undefined if the response is not a
   * page.
   */
  keyOf(request: Request): string | undefined;
  /** HTML of errors that the gateway detects before a page is rendered. */
  readonly errorPages: {
    overloaded(retryAfterSeconds: number): string;
    readonly rateLimited: string;
  };
  /** Returns whether other sites may frame the page at this path. */
  isEmbed(path: string): boolean;
}

interface PagesOptions {
  readonly assets: Assets;
  /** Receives the causes of error pages, which readers do not see. */
  report(error: unknown): void;
}

/** Creates the server side of the app. */
export function createPages({ assets, report }: PagesOptions): Pages {
  const handlePage = createPageHandler({
    routes,
    Document,
    assetsOf: (pages) => pageAssets(assets, pages),
    report,
  });
  const { cssRules } = pageAssets(assets, []);
  const baseCss = cssRules ? criticalCss(cssRules)('') : '';
  const handleRequest = async (request: Request, page: PageContext): Promise<Response> => {
    const url = new URL(request.url);
    const path = canonicalPath(url.pathname);
    if (path !== url.pathname)
      return new Response(null, { status: 308, headers: { location: `${path}${url.search}` } });
    const found = findResource(path);
    if (!found) return handlePage(request, page);
    const client = createApolloClient('/graphql', page.fetch);
    return found.resource.respond({ request, client, origin: page.origin, params: found.params });
  };
  return {
    keyOf: (request) =>
      findResource(canonicalPath(new URL(request.url).pathname)) ? undefined : pageKey(request),
    errorPages: {
      overloaded: (retryAfterSeconds) => overloadedPage(baseCss, retryAfterSeconds),
      rateLimited: rateLimitedPage(baseCss),
    },
    isEmbed: (path) => path.startsWith('/embed/'),
    respond: (request, page) =>
      handleRequest(request, page).catch((error: unknown) => {
        report(error);
        return new Response(fallbackPage(baseCss), {
          status: 500,
          headers: { 'content-type': 'text/html; charset=utf-8' },
        });
      }),
  };
}
