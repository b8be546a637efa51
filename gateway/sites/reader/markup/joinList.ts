import { type Html, html, isolate } from './html.ts';

/** Joins parts as a list in a sentence: `A, B and C`. @param language a BCP 47 tag */
export function joinList(parts: readonly Html[], language: string): Html {
  const isolated = parts.map(isolate);
  const format = new Intl.ListFormat(language, { type: 'conjunction' });
  const written = format.formatToParts(isolated.map((_, index) => String(index)));
  return html`${written.map(({ type, value }) => (type === 'element' ? isolated[Number(value)] : value))}`;
}
