import { type Document, referencesOf } from './document.ts';

/**
 * Identifies what a query reads: all documents, the documents of a type, with a `slug.current` or with a
 * reference to a document, or one document. Every document has the keys of the reads that can find it.
 */
export type ReadKey = 'all' | `${'type' | 'slug' | 'ref' | 'doc'}:${string}`;

export function keysOf(document: Document): ReadKey[] {
  const slug = (document.slug as { current?: unknown } | null | undefined)?.current;
  return [
    'all',
    `doc:${document._id}`,
    `type:${document._type}`,
    ...(typeof slug === 'string' ? [`slug:${slug}` as const] : []),
    ...Array.from(referencesOf(document).all, (id) => `ref:${id}` as const),
  ];
}
