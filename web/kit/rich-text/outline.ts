import type { Blocks } from '../../../schema/rich-text/nodes.ts';
import type { Heading } from '../../../schema/rich-text/readRichText.ts';
import { readText } from './reading.ts';

export type { Heading };

/**
 * Returns the headings of a text. The second heading with the same title has the anchor `title-2`.
 * @param idPrefix as for `RichText`
 */
export const outlineOf = (blocks: Blocks, idPrefix?: string): readonly Heading[] =>
  readText(blocks, { idPrefix }).headings;
