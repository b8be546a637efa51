import { OFFLINE_PATH } from './offline/offlinePaths.ts';
import { Document } from './root.tsx';
import { routes } from './routes.tsx';
import { canonicalPath } from './server/canonicalPath.ts';
import type { PageContext } from './server/pageContext.ts';
import { fromResponse, type PageResponse } from './server/pageResponse.ts';
import { type Assets, type PageAssets, pageAssets } from './server/render/assets.ts';
import { createFallbackPages, type FallbackPages } from './server/render/fallbackPages.tsx';
import { SCRIPT_HASHES } from './server/render/inlineScripts.ts';
import { createPageHandler } from './server/render/pageHandler.tsx';
import { ResourceError } from './server/resources/resourceError.ts';
import { findResource } from './server/resources/resourceRoutes.ts';
import { createServerClient } from './server/serverClient.ts';

export interface Pages {
  /**
   * Responds to a GET request with a page, a redirect, or a resource such as the feed. It never rejects: errors are
   * pages with an error status.
   */
  respond(request: Request, page: PageContext): Promise<PageResponse>;
  /** HTML of errors that the gateway detects before a page is rendered. */
  readonly errorPages: Pick<FallbackPages, 'overloaded' | 'rateLimited'>;
  /** Sources of a Content-Security-Policy that allow the inline scripts of all pages. */
  readonly scriptHashes: readonly string[];
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
  /** By route ids. */
  const knownAssets = new Map<string, PageAssets>();
  const assetsOf = (routeIds: readonly string[]): PageAssets => {
    const key = routeIds.join(' ');
    const known = knownAssets.get(key) ?? pageAssets(assets, routeIds);
    knownAssets.set(key, known);
    return known;
  };
  const handlePage = createPageHandler({ routes, Document, assetsOf, report });
  const fallbackPages = createFallbackPages(Document, assetsOf([]));
  const handleRequest = async (request: Request, page: PageContext): Promise<PageResponse> => {
    const url = new URL(request.url);
    const path = canonicalPath(url.pathname);
    if (path !== url.pathname)
      return fromResponse(new Response(null, { status: 308, headers: { location: `${path}${url.search}` } }));
    if (path === OFFLINE_PATH)
      return fromResponse(
        new Response(fallbackPages.offline, { headers: { 'content-type': 'text/html; charset=utf-8' } }),
      );
    const resource = findResource(path);
    if (!resource) return handlePage(request, page);
    const client = createServerClient(page.send);
    const response = resource.respond({ request, client, origin: page.origin }).catch((error: unknown) => {
      if (error instanceof ResourceError) return error.toResponse(page.errorUrl);
      throw error;
    });
    return response.then((found) => (found ? fromResponse(found) : handlePage(request, page)));
  };
  return {
    errorPages: fallbackPages,
    scriptHashes: SCRIPT_HASHES,
    isEmbed: (path) => path.startsWith('/embed/'),
    respond: (request, page) =>
      handleRequest(request, page).catch((error: unknown) => {
        report(error);
        return fromResponse(
          new Response(fallbackPages.failed, {
            status: 500,
            headers: { 'content-type': 'text/html; charset=utf-8' },
          }),
        );
      }),
  };
}
