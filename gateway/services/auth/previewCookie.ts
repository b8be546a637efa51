/** The cookie of a preview. Its prefix makes browsers reject it from subdomains and without `Secure` and `Path=/`. */
const COOKIE = '__Host-trivium-preview';
const COOKIE_VALUE = new RegExp(`(?:^|;)\\s*${COOKIE}=([^;\\s]*)`);
/** Sent to the frames of a Studio at another site, which have cookies of their own. */
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=None; Partitioned';

/** What a cookie says. */
export interface PreviewCookie {
  readonly token: string;
  /** The perspective of a session, which its editor can change; unverified. */
  readonly perspective: string;
}

/** Returns whether the header `Cookie` has a preview. */
export const hasPreviewCookie = (header: string | undefined): boolean => header?.includes(COOKIE) === true;

/** Reads the preview of the header `Cookie`; undefined if there is none. */
export function readPreviewCookie(header: string | undefined): PreviewCookie | undefined {
  const [, value] = (hasPreviewCookie(header) && COOKIE_VALUE.exec(header as string)) || [];
  if (!value) return undefined;
  const [token = '', ...layers] = value.split('.');
  return { token, perspective: layers.join(',') };
}

/** Returns the `Set-Cookie` of a preview. @param expiresAt milliseconds since 1970 */
export function previewCookie({ token, perspective }: PreviewCookie, expiresAt: number): string {
  const seconds = Math.max(0, Math.floor((expiresAt - Date.now()) / 1000));
  // A cookie cannot contain commas.
  return `${COOKIE}=${[token, ...perspective.split(',')].join('.')}; Max-Age=${seconds}; ${ATTRIBUTES}`;
}

/** The `Set-Cookie` that ends a preview. */
export const ENDED_PREVIEW_COOKIE = `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;
