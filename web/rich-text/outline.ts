import type { ProseBlockFragment } from './Prose.generated.ts';

/** A heading of a text, for a table of contents. */
export interface Heading {
  /** The key of its block. */
  key: string;
  /** The anchor: unique within the text, and derived from the title. */
  id: string;
  title: string;
  level: 2 | 3;
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
export const outlineOf = (blocks: readonly (ProseBlockFragment | null)[]): Heading[] => {
  const counts = new Map<string, number>();
  return blocks.flatMap((block) => {
    if (block?.__typename !== 'TextBlock' || (block.style !== 'h2' && block.style !== 'h3')) return [];
    const title = block.children
      .map((child) => (child?.__typename === 'TextSpan' ? child.text : ''))
      .join('')
      .trim();
    const slug = slugOf(title);
    const count = (counts.get(slug) ?? 0) + 1;
    counts.set(slug, count);
    const id = count > 1 ? `${slug}-${count}` : slug;
    return [{ key: block.key, id, title, level: block.style === 'h2' ? 2 : 3 }];
  });
};
