import { escapeUTF8 } from 'entities';

/** Escaped XML. */
export interface Markup {
  readonly markup: string;
}

type Content = Markup | string | number | null | undefined | readonly Content[];
type Attributes = Readonly<Record<string, string | number | null | undefined>>;

/** Characters that XML 1.0 (production 2) forbids even escaped. */
const FORBIDDEN_CHARACTERS = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escapeXml = (text: string | number): string =>
  escapeUTF8(String(text).replaceAll(FORBIDDEN_CHARACTERS, ''));

const stringify = (content: Content): string => {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string' || typeof content === 'number') return escapeXml(content);
  return 'markup' in content ? content.markup : content.map(stringify).join('');
};

/**
 * Returns an element. Text and attributes are escaped; attributes without a value are left out.
 * @param content text, elements or both
 */
export const element = (name: string, content: Content, attributes: Attributes = {}): Markup => {
  const given = Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined);
  const head = [name, ...given.map(([key, value]) => `${key}="${escapeXml(value as string)}"`)].join(' ');
  const inner = stringify(content);
  return { markup: inner ? `<${head}>${inner}</${name}>` : `<${head}/>` };
};

/** Returns an element, or null if it has no text. */
export const optionalElement = (name: string, text: string | number | null | undefined): Markup | null =>
  text === null || text === undefined || text === '' ? null : element(name, text);

/**
 * Returns a document with the root element, in UTF-8.
 * @param styleSheet the path of the style sheet with which a browser shows the document
 */
export const xmlDocument = ({ markup }: Markup, styleSheet?: string): string => {
  const instruction = styleSheet
    ? `<?xml-stylesheet type="text/css" href="${escapeXml(styleSheet)}"?>\n`
    : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n${instruction}${markup}\n`;
};
