import { hash } from 'node:crypto';

/** Returns the weak entity tag of a text, or of its UTF-8: its encoded bodies have the same. */
export const entityTagOf = (text: string | Buffer): string =>
  `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;

/**
 * Returns whether a client has the response with this entity tag, by weak comparison (RFC 9110, section 13.1.2).
 * @param ifNoneMatch the `If-None-Match` of a request whose method is safe; undefined without one
 */
export function isKnownToClient(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}
