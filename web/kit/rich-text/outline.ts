import { isTextBlock, isTextSpan, type RichTextNode } from './readBlocks.ts';

/** A heading of a text, for a table of contents. */
export interface Heading {
  /** The key of its block. */
  key: string;
  /** The anchor: unique within the text, and derived from the title. */
  id: string;
  title: string;
  /** From 1 to 6. */
  level: number;
}

/** Returns a title as a slug: lower case, without accents, with hyphens. */
const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}’']/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'part';

/** Returns the headings of a text. The second heading with the same title has the anchor `title-2`. */
export const outlineOf = (blocks: readonly (RichTextNode | null)[]): Heading[] => {
  const counts = new Map<string, number>();
  return blocks.flatMap((block) => {
    if (!isTextBlock(block) || !/^h[1-6]$/.test(block.style)) return [];
    const title = block.children
      .map((child) => (isTextSpan(child) ? child.text : ''))
      .join('')
      .trim();
    const slug = slugOf(title);
    const count = (counts.get(slug) ?? 0) + 1;
    counts.set(slug, count);
    const id = count > 1 ? `${slug}-${count}` : slug;
    return [{ key: block.key, id, title, level: Number(block.style[1]) }];
  });
};
