/** Scheme and host of a target in absolute form (RFC 9112, 3.2.2), which the router accepts. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/\\?#]*/i;

/** Returns the target of a request without scheme and host. `new URL` would read `//example.org` as a host. */
export const withoutOrigin = (target: string): string =>
  target.startsWith('/') ? target : target.replace(ORIGIN, '');

/** Returns the path of the target of a request, percent-encoded. */
export const pathOf = (target: string): string => withoutOrigin(target).split('?', 1)[0] as string;

/** Returns the query parameters of the target of a request. A second `?` belongs to a value. */
export function parametersOf(target: string): URLSearchParams {
  const start = target.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : target.slice(start + 1));
}
