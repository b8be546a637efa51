/** The Studio at the root of this site, if the session does not say where it is. */
const OWN_STUDIO = '/';

interface Preview {
  readonly perspective: string;
  readonly studioOrigins: readonly string[];
  readonly isShared?: boolean;
  /** Default: `session`. */
  readonly kind?: 'session' | 'link';
}

/**
 * Returns the address of the Studio to which the texts of a page lead. Undefined if they lead nowhere: on published pages, in shared
 * previews, and in previews by a link to one page.
 */
export const studioUrlOf = (preview: Preview | undefined): string | undefined =>
  !preview || preview.perspective === 'published' || preview.isShared || preview.kind === 'link'
    ? undefined
    : (preview.studioOrigins[0] ?? OWN_STUDIO);
