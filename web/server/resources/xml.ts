import { escapeUTF8 } from 'entities';

/** A part of an XML document, escaped already. */
export interface Markup {
  readonly markup: string;
}

type Content = Markup | string | number | null | undefined | readonly Content[];
type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** What XML 1.0, production 2, does not allow in a document even when it is escaped. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escaped = (text: string | number): string => escapeUTF8(String(text).replaceAll(FORBIDDEN, ''));

const contentOf = (content: Content): string => {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string' || typeof content === 'number') return escaped(content);
  return 'markup' in content ? content.markup : content.map(contentOf).join('');
};

/**
 * An element. Text and attributes are escaped, attributes without a value left out.
 * @param content text, elements, or both in their order
 */
export const element = (name: string, content: Content, attributes: Attributes = {}): Markup => {
  const given = Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined);
  const head = [name, ...given.map(([key, value]) => `${key}="${escaped(value as string)}"`)].join(' ');
  const inner = contentOf(content);
  return { markup: inner ? `<${head}>${inner}</${name}>` : `<${head}/>` };
};

/** The element when there is something to say in it. */
export const optional = (name: string, text: string | number | null | undefined): Markup | null =>
  text === null || text === undefined || text === '' ? null : element(name, text);

/** A whole document in UTF-8. */
export const xmlDocument = ({ markup }: Markup): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${markup}\n`;
