import { hash } from 'node:crypto';
import { type Document, factsOf, isPublished, publishedId } from './document.ts';

/**
 * What a query can depend on. A query is answered from look-ups, and each look-up has a key; a document
 * has the keys of every look-up that could find it. So a change can alter an answer only when the two share a key.
 */
export type ReadKey =
  | 'all'
  | `doc:${string}`
  | `type:${string}`
  | `slug:${string}:${string}`
  | `ref:${string}:${string}`;

/** Readers of published documents and readers of drafts live apart: work on a draft leaves the former alone. */
export type Audience = 'published' | 'drafts';

/** One document before and after a transaction; a missing side means it was created or deleted. */
export interface Change {
  id: string;
  before: Document | undefined;
  after: Document | undefined;
  /** Its other versions: published, draft, releases. A change to one can uncover or hide another. */
  siblings: readonly Document[];
}

/** Queries that read more single documents than this are tagged by the documents' types instead. */
const MOST_DOCUMENT_TAGS = 256;

/** The name of a key on the wire: opaque, short, stable between runs, of the shape of Sanity's own. */
function syncTag(audience: Audience, key: ReadKey): string {
  return `s1:${hash('sha1', `${audience} ${key}`, 'base64url').slice(0, 8)}`;
}

/**
 * The tags of an answer.
 * @param keys what the query read
 * @param typeOf the type of a document that exists for the audience
 */
export function tagsOfRead(
  audience: Audience,
  keys: ReadonlySet<ReadKey>,
  typeOf: (id: string) => string | undefined,
): string[] {
  const tags = new Set<string>();
  const single = [...keys].filter((key) => key.startsWith('doc:'));
  const coarse = single.length > MOST_DOCUMENT_TAGS;
  for (const key of keys) {
    const type = coarse && key.startsWith('doc:') ? typeOf(key.slice('doc:'.length)) : undefined;
    tags.add(syncTag(audience, type === undefined ? key : `type:${type}`));
  }
  return [...tags];
}

/**
 * The tags of every answer that a change may alter, for each audience that can see it.
 * The one place that knows which news concerns whom: live events announce exactly these.
 */
export function tagsOfChange(change: Change): Record<Audience, string[]> {
  const keys = new Set<ReadKey>();
  for (const document of [change.before, change.after, ...change.siblings])
    if (document !== undefined) for (const key of keysOf(document)) keys.add(key);
  const drafts = [...keys].map((key) => syncTag('drafts', key));
  if (!isPublished(change.id)) return { published: [], drafts };

  const seen = new Set<ReadKey>();
  for (const document of [change.before, change.after])
    if (document !== undefined) for (const key of keysOf(document)) seen.add(key);
  return { published: [...seen].map((key) => syncTag('published', key)), drafts };
}

function* keysOf(document: Document): Generator<ReadKey> {
  const { type, slug, refs } = factsOf(document);
  yield 'all';
  yield `doc:${document._id}`;
  yield `doc:${publishedId(document._id)}`;
  yield `type:${type}`;
  for (const scope of [type, '*']) {
    if (slug !== undefined) yield `slug:${scope}:${slug}`;
    for (const ref of refs) yield `ref:${scope}:${ref}`;
  }
}
