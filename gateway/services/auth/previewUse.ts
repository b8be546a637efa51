import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from './authErrors.ts';

/** The header with which a page of this site asks for the preview of its cookie. Pages of other sites need a preflight for it. */
export const PREVIEW_HEADER = 'x-preview';

export const PREVIEW_ENDED =
  'expected the cookie of a preview, got none or one that has ended; open the preview again';
export const PREVIEW_ELSEWHERE =
  'expected a request over HTTP to /graphql for X-Preview, got one to another address or over a WebSocket; leave X-Preview out';
export const LINK_SHOWS_ONE_PAGE =
  'expected the session of an editor, got a link, which shows one page; send the request without X-Preview';

interface PreviewRequest {
  readonly headers: Readonly<Pick<IncomingHttpHeaders, 'origin'>> & Readonly<Record<string, unknown>>;
  readonly isInProcess?: boolean;
}

/**
 * Requires that a request may use its cookie to read data or to change a preview: a page of this site sends it, or no browser does.
 * Browsers send the cookie with requests of pages of other sites too. They state the site in `Sec-Fetch-Site`, which no page can
 * change; older browsers state the origin of every POST, and of every request with `X-Preview` from another origin.
 * @param publicOrigin the origin of this site
 * @throws HttpError `FORBIDDEN`
 */
export function requirePreviewUse(
  { headers, isInProcess = false }: PreviewRequest,
  publicOrigin: string,
): void {
  const { origin = publicOrigin, 'sec-fetch-site': site } = headers;
  const isOfThisSite = site === undefined ? origin === publicOrigin : site === 'same-origin';
  if (isInProcess || isOfThisSite) return;
  throw forbidden(
    'expected a request of a page of this site for a preview, got one of another site; leave X-Preview out',
  );
}

/**
 * Returns whether a page is rendered with the preview of its cookie: when a browser opens it in a tab or a frame. Scripts and the
 * service worker fetch published pages. Clients that state no site are no browsers, or are old browsers, which state the origin of
 * scripts of other sites, and show them no page of this site.
 */
export const isNavigation = (headers: PreviewRequest['headers']): boolean =>
  headers['sec-fetch-site'] === undefined
    ? headers.origin === undefined
    : headers['sec-fetch-mode'] === 'navigate';
