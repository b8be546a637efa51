import { type PageType, pathOf } from '../components/paths.ts';
import type { LinkedDocument } from '../kit/rich-text/reading.ts';

/** Returns the path of the page of a linked document; undefined if it has none. */
export const pathOfDocument = (document: LinkedDocument): string | undefined =>
  document.slug ? pathOf(document.__typename as PageType, document.slug) : undefined;
