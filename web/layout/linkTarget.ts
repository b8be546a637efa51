/**
 * Returns the target of the links of an error page: in the frame of another site, which may frame only `/embed/`, the pages
 * open in a new tab.
 */
export const linkTarget = (pathname: string): '_blank' | undefined =>
  pathname.startsWith('/embed/') ? '_blank' : undefined;
