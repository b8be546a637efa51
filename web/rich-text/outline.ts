import { readBlocks } from './readBlocks.ts';

/** A heading of a text, for a table of contents. */
export interface Heading {
  /** The `_key` of its block. */
  key: string;
  /** The anchor: unique within the text, and derived from the title. */
  id: string;
  title: string;
  level: 2 | 3;
}

interface Block {
  _type?: string;
  _key?: string;
  style?: string;
  children?: readonly { text?: unknown }[];
}

/** Returns a title as a slug: lower case, without accents, with hyphens. */
const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}’']/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'part';

/**
 * Returns the headings of a Portable Text. The second heading with the same title has the anchor `title-2`.
 */
export const outlineOf = (json: unknown): Heading[] => {
  const counts = new Map<string, number>();
  return (readBlocks(json) as readonly Block[]).flatMap(({ _type, _key, style, children = [] }) => {
    if (_type !== 'block' || !_key || (style !== 'h2' && style !== 'h3')) return [];
    const title = children
      .map(({ text }) => (typeof text === 'string' ? text : ''))
      .join('')
      .trim();
    const slug = slugOf(title);
    const count = (counts.get(slug) ?? 0) + 1;
    counts.set(slug, count);
    return [{ key: _key, id: count > 1 ? `${slug}-${count}` : slug, title, level: style === 'h2' ? 2 : 3 }];
  });
};
