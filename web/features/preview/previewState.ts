import type { PagePreview } from '../../../schema/pages.ts';
import type { PageState } from '../../data/pageState.ts';
import { readDataBlock } from '../../lib/readDataBlock.ts';

let preview: PagePreview | undefined;

/** Returns the preview with which the server has rendered this page; undefined for the published page. In the browser only. */
export function readPreview(): PagePreview | undefined {
  preview ??= readDataBlock<PageState>('hydration-state')?.preview;
  return preview;
}
