/**
 * The one spelling of an address's path: without a slash at its end and without empty parts. It begins with exactly one
 * slash, so that a redirect there never leaves this host.
 */
export const canonicalPath = (path: string): string => {
  const whole = path.replace(/\/{2,}/g, '/');
  return whole.length > 1 && whole.endsWith('/') ? whole.slice(0, -1) : whole;
};
