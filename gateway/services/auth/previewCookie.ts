import { hash } from 'node:crypto';
import type { PreviewInfo } from '../../core/previewInfo.ts';

/** The cookie of a preview. Its prefix makes browsers reject it from subdomains and without `Secure` and `Path=/`. */
const COOKIE = '__Host-trivium-preview';
/** The name comes first, so that a long header is searched for it: a cookie of a subdomain may contain it, but not begin with it. */
const COOKIE_VALUE = new RegExp(`${COOKIE}=(?<=(?:^|; ?)${COOKIE}=)([^;\\s]*)`);
/** Tells scripts of the page that it has a session. It gives no access. */
const SESSION_COOKIE = '__Host-trivium-preview-session';
/** Sent to the frames of a Studio at another site, which have cookies of their own. */
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=None; Partitioned';
const SESSION_ATTRIBUTES = 'Path=/; Secure; SameSite=None; Partitioned';

/** What a cookie says, unverified. */
interface PreviewCookie {
  readonly token: string;
  /** The perspective of a session, which its editor can change; empty for a link. */
  readonly perspective: string;
  /** `pageOf` the path of a link; undefined for a session. */
  readonly page: string | undefined;
}

/** Stands for a path in cookies, whose length and characters are limited. */
const pageOf = (path: string): string => hash('sha256', path, 'base64url');

/** Returns whether the header `Cookie` has a preview. */
export const hasPreviewCookie = (header: string | undefined): boolean => header?.includes(COOKIE) === true;

/** Reads the preview of the header `Cookie`; undefined if there is none. */
export function readPreviewCookie(header: string | undefined): PreviewCookie | undefined {
  const [, value] = (hasPreviewCookie(header) && COOKIE_VALUE.exec(header as string)) || [];
  if (!value) return undefined;
  const [session = '', page] = value.split('/');
  const [token = '', ...layers] = session.split('.');
  return { token, perspective: layers.join(','), page };
}

/**
 * Returns whether the header `Cookie` has a preview that can show a page. The cookie of a link says of which page it is, so that its
 * readers get all other pages without a look-up, also while no preview can be checked.
 * @param url the path of the page with its query string
 */
export function mayShowPage(header: string | undefined, url: string): boolean {
  const cookie = readPreviewCookie(header);
  return cookie !== undefined && (cookie.page === undefined || cookie.page === pageOf(url));
}

/** Returns the `Set-Cookie` of a preview. */
export function previewCookie(
  { perspective, path, expiresAt }: Pick<PreviewInfo, 'perspective' | 'path' | 'expiresAt'>,
  token: string,
): string {
  // A cookie cannot contain commas.
  const shown = path === undefined ? `.${perspective.replaceAll(',', '.')}` : `/${pageOf(path)}`;
  return `${COOKIE}=${token}${shown}; ${maxAge(expiresAt)}; ${ATTRIBUTES}`;
}

/**
 * Returns the `Set-Cookie` that describes a session to scripts of the page, which cannot read the one of the preview: whether there is
 * one, its perspective, its end, and the Studio. A link has none, because scripts read nothing with it.
 */
export function sessionCookie(preview: Omit<PreviewInfo, 'id' | 'createdAt' | 'createdBy'>): string {
  const { kind, isShared, perspective, expiresAt, studioOrigins } = preview;
  if (kind === 'link') return ENDED_SESSION_COOKIE;
  const session = {
    ...{ perspective, expiresAt: new Date(expiresAt).toISOString(), studioOrigins },
    ...(isShared && { isShared }),
  };
  return `${SESSION_COOKIE}=${encodeURIComponent(JSON.stringify(session))}; ${maxAge(expiresAt)}; ${SESSION_ATTRIBUTES}`;
}

const maxAge = (expiresAt: number): string =>
  `Max-Age=${Math.max(0, Math.floor((expiresAt - Date.now()) / 1000))}`;

const ENDED_SESSION_COOKIE = `${SESSION_COOKIE}=; Max-Age=0; ${SESSION_ATTRIBUTES}`;

/** The `Set-Cookie` headers that end a preview. */
export const ENDED_PREVIEW_COOKIES: readonly string[] = [
  `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`,
  ENDED_SESSION_COOKIE,
];
