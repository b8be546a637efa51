/** The session of an editor, in which the pages of a site show drafts. */
export interface PreviewSession {
  /** The versions of documents that it shows: `drafts`, `published`, or the names of releases joined by commas. */
  readonly perspective: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** The origins of the Studio that started it. */
  readonly studioOrigins: readonly string[];
  /** True for the session of a shared preview, whose reader may be no editor: texts lead to no Studio. */
  readonly isShared?: boolean;
}

/** The cookie in which the gateway describes a session to scripts. The secret of the session is in another one, which no script reads. */
const COOKIE = '__Host-trivium-preview-session';
const COOKIE_VALUE = new RegExp(`(?:^|; )${COOKIE}=([^;]*)`);

/** Returns the session of this browser; undefined for readers, and on a server. */
export function readPreviewSession(): PreviewSession | undefined {
  if (typeof document === 'undefined') return undefined;
  const [, value] = COOKIE_VALUE.exec(document.cookie) ?? [];
  if (value === undefined) return undefined;
  try {
    return JSON.parse(decodeURIComponent(value)) as PreviewSession;
  } catch {
    return undefined;
  }
}

/** Forgets a session that the gateway has ended, so that the page shows published content from then on. */
export function forgetPreviewSession(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: browsers delete a cookie at once by this way only, and some have no other.
  document.cookie = `${COOKIE}=; Max-Age=0; Path=/; Secure; SameSite=None; Partitioned`;
}
