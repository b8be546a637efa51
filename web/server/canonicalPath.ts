/**
 * Returns the canonical form of a URL path: without trailing slash and without empty segments. It begins with exactly one
 * slash, so that a redirect to it stays on this host.
 */
export const canonicalPath = (path: string): string => {
  const merged = path.replace(/\/{2,}/g, '/');
  return merged.length > 1 && merged.endsWith('/') ? merged.slice(0, -1) : merged;
};
