import type { PagePreview } from '../../../schema/pages.ts';
import { studioUrlOf } from '../../kit/preview/previewSession.ts';

/**
 * Returns the address of the Studio to which the texts of a page lead an editor; undefined if they lead nowhere: on published pages,
 * and for readers of a link to one page.
 */
export const pageStudioUrl = (preview: PagePreview | undefined): string | undefined =>
  preview?.kind === 'session' ? studioUrlOf(preview) : undefined;
