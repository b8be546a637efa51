import type { ReadableField } from './readableFields.ts';

/** Abbreviations in names, as readers know them. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  'AEO AI API CSS CTA CV DOI EU FAQ GPS HD HTML ID IP ISBN ISSN JSON MP3 MP4 PDF QR RSS SEO SKU SVG UK URL USA VAT XL XS XXL'.split(
    ' ',
  ),
);

/** Returns a name in camel case, snake case or capitals as words: `publishedAt` → `Published at`, `FAQS_PAGE` → `FAQs page`. */
export function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
    .map((word) => {
      const capitals = word.toUpperCase();
      if (ABBREVIATIONS.has(capitals)) return capitals;
      const isPlural = capitals.endsWith('S') && ABBREVIATIONS.has(capitals.slice(0, -1));
      return isPlural ? `${capitals.slice(0, -1)}s` : word.toLowerCase();
    });
  const text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the name of a field for readers; of documents that refer to a document, without the field by which they refer, as in `coursesBySubject`. */
export const labelOf = ({ name, model }: ReadableField): string =>
  wordsOf(model.source.kind === 'inverse' ? name.replace(/(?<=[a-z])By[A-Z]\w*$/, '') : name);

/** Returns the words of a name within a sentence: `FAQs`, `articles`. */
export const lowerWordsOf = (words: string): string =>
  /^\p{Lu}\p{Lu}/u.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);

/** A stored text for machines, such as `forest-path` and `IN_STOCK`. */
const MACHINE_WORD = /^([a-z][\w-]*|[A-Z][A-Z0-9]*(_[A-Z0-9]+)*)$/;

/** Returns the value of an enum for readers: its stored text, or its words. @param stored the stored texts by the names of the values */
export function enumWords(name: string, stored: ReadonlyMap<string, string>): string {
  const text = stored.get(name) ?? name;
  return text === name || MACHINE_WORD.test(text) ? wordsOf(text) : text;
}
