import { hash } from 'node:crypto';
import { type Document, isPublished, publishedId } from './document.ts';
import { keysOf, type ReadKey } from './readKeys.ts';

/**
 * The documents that a reader sees. Each visibility has its own tags, so editing a draft does not invalidate published
 * responses.
 */
export type TagVisibility = 'published' | 'drafts';

/** One document before and after a transaction; a missing side means that it was created or deleted. */
export interface DocumentTransition {
  id: string;
  before: Document | undefined;
  after: Document | undefined;
  /**
   * Other versions of the document: published, draft, releases. A change of one can reveal or hide another.
   */
  siblings: readonly Document[];
}

/** A query that reads more single documents is tagged by their types instead. */
const MAX_DOCUMENT_TAGS = 256;

/**
 * Returns the sync tags of a query's response.
 * @param keys keys that the query read
 * @param typeOf returns the type of a document that is visible
 */
export function tagsOfRead(
  visibility: TagVisibility,
  keys: ReadonlySet<ReadKey>,
  typeOf: (id: string) => string | undefined,
): string[] {
  const documents = [...keys].filter((key) => key.startsWith('doc:'));
  const isCoarse = documents.length > MAX_DOCUMENT_TAGS;
  const tags = Array.from(keys, (key) => {
    const type = isCoarse && key.startsWith('doc:') ? typeOf(key.slice('doc:'.length)) : undefined;
    return syncTag(visibility, type === undefined ? key : `type:${type}`);
  });
  return [...new Set(tags)];
}

/**
 * Returns the sync tags of every response that a change may alter, for each visibility that includes the change.
 * Live events contain these tags.
 */
export function tagsOfChange({
  id,
  before,
  after,
  siblings,
}: DocumentTransition): Record<TagVisibility, string[]> {
  return {
    published: isPublished(id) ? tagsOf('published', [before, after]) : [],
    drafts: tagsOf('drafts', [before, after, ...siblings]),
  };
}

function tagsOf(visibility: TagVisibility, documents: readonly (Document | undefined)[]): string[] {
  const keys = documents
    .filter((document) => document !== undefined)
    .flatMap((document): ReadKey[] => [...keysOf(document), `doc:${publishedId(document._id)}`]);
  return Array.from(new Set(keys), (key) => syncTag(visibility, key));
}

/** Returns the opaque name of a key: short, the same in every run, in the format of Sanity's tags. */
function syncTag(visibility: TagVisibility, key: ReadKey): string {
  return `s1:${hash('sha1', `${visibility} ${key}`, 'base64url').slice(0, 8)}`;
}
