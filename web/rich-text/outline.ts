/** A heading of a text, as a contents list leads to it. */
export interface Heading {
  /** The `_key` of its block. */
  key: string;
  /** Its anchor: unique within the text, and the same for as long as its words are. */
  id: string;
  title: string;
  level: 2 | 3;
}

interface Block {
  _type?: string;
  _key?: string;
  style?: string;
  children?: readonly { text?: string }[];
}

/** Words as a part of an address: lower case, without accents, parted by hyphens. */
const slugOf = (words: string): string =>
  words
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}’']/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'part';

/**
 * The headings of a Portable Text in their order. Of headings with the same words the second is called `words-2`.
 * @param blocks as the content service holds them
 */
export const outlineOf = (blocks: readonly unknown[]): Heading[] => {
  const seen = new Map<string, number>();
  return (blocks as readonly Block[]).flatMap(({ _type, _key, style, children = [] }) => {
    if (_type !== 'block' || !_key || (style !== 'h2' && style !== 'h3')) return [];
    const title = children
      .map(({ text }) => text ?? '')
      .join('')
      .trim();
    const slug = slugOf(title);
    const times = (seen.get(slug) ?? 0) + 1;
    seen.set(slug, times);
    return [{ key: _key, id: times > 1 ? `${slug}-${times}` : slug, title, level: style === 'h2' ? 2 : 3 }];
  });
};
