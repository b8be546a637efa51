import { upperFirst } from '../../../core/model/model.ts';

/** Words that English writes in capitals. */
const ACRONYMS: ReadonlySet<string> = new Set(
  'api cta css faq gdpr html http https id isbn json og pdf rss seo sku svg uri url vat xml'.split(' '),
);

/** Letters that do not decompose into a letter of ASCII and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ı: 'i',
};

/** Returns a name with the letters of ASCII for Latin letters with marks: `größe` is `grosse`. Letters of other scripts stay. */
export const asciiLetters = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\P{ASCII}/gu, (letter) => LETTERS[letter] ?? letter);

/** Splits an identifier into words: `seoTitle`, `seo-title` and `SEO_title` are `seo` and `title`. */
export const wordsOf = (name: string): readonly string[] =>
  asciiLetters(name)
    .replace(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());

/** Returns the words of an identifier as a phrase: `seoTitle` is `SEO title`. */
export const phraseOfName = (name: string): string =>
  wordsOf(name)
    .map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word))
    .join(' ');

/** The parts of an identifier that GraphQL names can contain. */
const partsOf = (name: string): readonly string[] =>
  asciiLetters(name)
    .split(/[^A-Za-z0-9]+/)
    .filter((part) => part !== '');

/** Returns an identifier in the case of GraphQL types: `blog-post` is `BlogPost`, and a name without Latin letters is `Type`. */
export function pascalCase(name: string): string {
  const joined = partsOf(name).map(upperFirst).join('');
  return /^[A-Za-z]/.test(joined) ? joined : `Type${joined}`;
}

/** Returns an identifier in the case of GraphQL fields: `blog-post` is `blogPost`, and a name without Latin letters is `field`. */
export function camelCase(name: string): string {
  const [first = '', ...otherParts] = partsOf(name);
  const joined = first + otherParts.map(upperFirst).join('');
  return /^[A-Za-z]/.test(joined) ? joined : `field${joined}`;
}
