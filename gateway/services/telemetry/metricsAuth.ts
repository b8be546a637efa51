import { hash, timingSafeEqual } from 'node:crypto';

/** Whether an `Authorization` carries the token, compared in a time that tells nothing of it. */
export function isAuthorized(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return true;
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
