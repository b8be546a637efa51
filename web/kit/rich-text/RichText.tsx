import type { RichTextNode } from '../../../schema/rich-text/nodes.ts';
import { type RichTextProps, useRichText } from './useRichText.tsx';

export type { RichTextProps, RichTextTypeProps, RichTextTypes } from './useRichText.tsx';

/** Renders a rich text as semantic HTML: headings with ids, safe links, pictures, and footnotes as a list at the end. */
export const RichText = <Block extends RichTextNode>(props: RichTextProps<Block>) =>
  useRichText(props).content;
