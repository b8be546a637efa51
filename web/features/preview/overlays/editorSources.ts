import type { PagePreview } from '../../../../schema/pages.ts';

/** The Studio at the root of this site, if the session does not say where it is. */
const OWN_STUDIO = '/';

/**
 * Returns the address of the Studio to which the texts of a page lead an editor; undefined if they lead nowhere: on published pages,
 * and for readers of a link to one page.
 */
export const studioUrlOf = (preview: PagePreview | undefined): string | undefined =>
  preview?.kind === 'session' && preview.perspective !== 'published'
    ? (preview.studioOrigins[0] ?? OWN_STUDIO)
    : undefined;
