import type { LinkedDocument } from '../kit/rich-text/reading.ts';
import { type PageType, pathOf } from '../lib/paths.ts';

/** Returns the path of the page of a linked document; undefined if it has none. */
export const pathOfDocument = (document: LinkedDocument): string | undefined =>
  document.slug ? pathOf(document.__typename as PageType, document.slug) : undefined;
