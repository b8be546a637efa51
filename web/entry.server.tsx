import type { PageContext, PageResponse, Pages } from '../schema/pages.ts';
import { OFFLINE_PATH } from './offline/workerPaths.ts';
import { Document } from './root.tsx';
import { routes } from './routes.tsx';
import { canonicalPath } from './server/canonicalPath.ts';
import { type Assets, type PageAssets, pageAssets } from './server/render/assets.ts';
import { createFallbackPages } from './server/render/fallbackPages.tsx';
import { SCRIPT_HASHES } from './server/render/inlineScripts.ts';
import { createPageHandler } from './server/render/pageHandler.tsx';
import { ResourceError } from './server/resources/resourceError.ts';
import { findResource } from './server/resources/resourceRoutes.ts';
import { createServerQueryClient } from './server/serverQueryClient.ts';
import { textResponse } from './server/textResponse.ts';

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
    if (path !== url.pathname) return redirect(`${path}${url.search}`);
    if (path === OFFLINE_PATH) return htmlPage(200, fallbackPages.offline);
    const resource = findResource(path);
    if (!resource) return handlePage(request, page);
    const { send } = createServerQueryClient(page.send);
    const response = await resource
      .respond({ request, send, origin: page.origin })
      .catch((error: unknown) => {
        if (error instanceof ResourceError) return error.toResponse(page.errorUrl);
        throw error;
      });
    return response ? textResponse(response) : handlePage(request, page);
  };
  return {
    errorPages: fallbackPages,
    scriptHashes: SCRIPT_HASHES,
    isEmbed: (path) => path.startsWith('/embed/'),
    respond: (request, page) =>
      handleRequest(request, page).catch((error: unknown) => {
        report(error);
        return htmlPage(500, fallbackPages.failed);
      }),
  };
}

const htmlPage = (status: number, text: string): PageResponse => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  text,
  isComplete: true,
});

const redirect = (location: string): PageResponse => ({
  status: 308,
  headers: { location },
  text: '',
  isComplete: true,
});
