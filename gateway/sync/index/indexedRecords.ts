import { ofDocument, quotedFilterValue } from '../../providers/search/filters.ts';
import type { IndexWriter } from '../../providers/search/indexing/writer.ts';
import type { IndexRecord, SkippedRecord } from '../../providers/search/records/recordSize.ts';

/** Reads the records of documents, which may have several each. @param attributes default: all @throws UpstreamError */
export async function readDocumentRecords(
  search: Pick<IndexWriter, 'browse' | 'indexes'>,
  ids: readonly string[],
  attributes?: readonly string[],
): Promise<readonly IndexRecord[]> {
  const options = { filters: ids.map(ofDocument).join(' OR '), ...(attributes && { attributes }) };
  return Array.fromAsync(search.browse(search.indexes.documents, options));
}

/** Reads the moments of a document. @throws UpstreamError */
export async function readDocumentMoments(
  search: Pick<IndexWriter, 'browse' | 'indexes'>,
  id: string,
): Promise<readonly IndexRecord[]> {
  const filters = `document:${quotedFilterValue(id)}`;
  return Array.fromAsync(search.browse(search.indexes.moments, { filters }));
}

/** Writes the wanted records that differ from the known records, and removes the known records that are not wanted. */
export async function replaceRecords(
  search: IndexWriter,
  index: string,
  known: readonly IndexRecord[],
  wanted: readonly IndexRecord[],
): Promise<{ isChanged: boolean; skipped: readonly SkippedRecord[] }> {
  const left = new Map(known.map((record) => [record.objectID, record]));
  const save = wanted.filter((record) => !isEqualRecord(left.get(record.objectID), record));
  for (const { objectID } of wanted) left.delete(objectID);
  if (save.length === 0 && left.size === 0) return { isChanged: false, skipped: [] };
  return { isChanged: true, skipped: await search.batch(index, { save, remove: [...left.keys()] }) };
}

/** Compares two records; the order of attributes does not matter. */
export const isEqualRecord = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
