import { documentOfRecord, RECORD_COUNT_ATTRIBUTE } from '../../providers/search/records/documentId.ts';
import type { IndexRecord } from '../../providers/search/records/recordSize.ts';

/** The records of a document in the index, which may be several. */
export interface IndexedDocument {
  readonly type: unknown;
  readonly records: number;
  /** The number of records that the document should have, by its first record; 0 without a first record. */
  readonly expected: number;
  /** Undefined if its records are of several versions. */
  readonly revision: unknown;
}

/** The attributes of records by which their documents are compared. */
export const COMPARED_ATTRIBUTES = ['_rev', '_type', RECORD_COUNT_ATTRIBUTE] as const;

/** Groups records by their documents. */
export async function readIndexedDocuments(
  records: AsyncIterable<IndexRecord> | Iterable<IndexRecord>,
): Promise<ReadonlyMap<string, IndexedDocument>> {
  const documents = new Map<string, IndexedDocument>();
  for await (const { objectID, _rev, _type, [RECORD_COUNT_ATTRIBUTE]: count = 1 } of records) {
    const id = documentOfRecord(objectID);
    const known = documents.get(id);
    documents.set(id, {
      type: _type,
      records: (known?.records ?? 0) + 1,
      expected: objectID === id ? Number(count) : (known?.expected ?? 0),
      revision: !known || known.revision === _rev ? _rev : undefined,
    });
  }
  return documents;
}

/**
 * Returns how a document in the index differs from its source: `missing` if it lacks a record.
 * @param revision of the source; undefined if there is no such document
 */
export function stateOf(
  document: IndexedDocument | undefined,
  revision: string | undefined,
): 'current' | 'missing' | 'extra' | 'stale' {
  if (revision === undefined) return document ? 'extra' : 'current';
  if (!document || document.expected === 0 || document.records < document.expected) return 'missing';
  return document.revision === revision && document.records === document.expected ? 'current' : 'stale';
}

/** Returns whether records of the current version are missing, as they are if the search service refuses them. */
export const isUnwritten = (document: IndexedDocument | undefined, revision: string | undefined): boolean =>
  stateOf(document, revision) === 'missing' && (!document || document.revision === revision);
