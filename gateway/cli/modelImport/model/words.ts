/** Words that English writes in capitals. */
const ACRONYMS: ReadonlySet<string> = new Set(
  'api cta css faq gdpr html http https id isbn json og pdf rss seo sku svg uri url vat xml'.split(' '),
);

/** Splits an identifier into words: `seoTitle`, `seo-title` and `SEO_title` are `seo` and `title`. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());

/** Returns the words of an identifier as a phrase: `seoTitle` is `SEO title`. */
export const phraseOfName = (name: string): string =>
  wordsOf(name)
    .map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word))
    .join(' ');

/** Returns an identifier in the case of GraphQL types: `blog-post` is `BlogPost`. Empty if it has no letters. */
export function pascalCase(name: string): string {
  const parts = name.split(/[^A-Za-z0-9]+/).filter((part) => part !== '');
  const joined = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
  return /^\d/.test(joined) ? `Type${joined}` : joined;
}

/** Returns an identifier in the case of GraphQL fields; undefined if it has no letters or digits. */
export function camelCase(name: string): string | undefined {
  const [first = '', ...otherParts] = name.split(/[^A-Za-z0-9]+/).filter((part) => part !== '');
  if (first === '') return undefined;
  const joined = first + otherParts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
  return /^\d/.test(joined) ? `field${joined}` : joined;
}

/** Converts the first letter to upper case. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
