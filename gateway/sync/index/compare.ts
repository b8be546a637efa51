import type { RecordRow } from '../../core/model/searchRecord.ts';
import { documentRecords } from '../../providers/search/indexing/records.ts';
import type { IndexWriter } from '../../providers/search/indexing/writer.ts';
import type { IndexRecord, SkippedRecord } from '../../providers/search/records/recordSize.ts';
import { isEqualRecord } from './indexedRecords.ts';
import type { IndexJobSources } from './jobHandler.ts';
import { describeUnread, isUnread, momentsOf, type UnreadCaptions } from './moments.ts';
import type { RecheckSources } from './recheck.ts';

/** The differences between an index and its sources, as record ids. */
export interface IndexDrift {
  readonly records: number;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  readonly stale: readonly string[];
  /** Records that cannot be written and captions that cannot be read; they are not counted as missing. */
  readonly skipped: readonly SkippedRecord[];
}

/** The differences between the indexes and their sources. */
export type DriftReport = Readonly<Record<'documents' | 'moments' | 'suggestions', IndexDrift>>;

export interface DriftSources extends RecheckSources, Pick<IndexJobSources, 'countSuggestions'> {
  /** Reads all published searchable documents, page by page. */
  readAll(): AsyncIterable<readonly RecordRow[]>;
  /** Receives a plain line such as `documents 120`. */
  progress(line: string): void;
  /** Delay before differences are checked again, so that changes in progress are not reported. */
  readonly recheckDelayMs?: number;
}

/** Differences with the records that the sources have. */
interface ComparedIndex extends IndexDrift {
  readonly wanted: ReadonlyMap<string, IndexRecord>;
  /** The documents of the moments that differ. */
  readonly documents: ReadonlySet<string>;
}

export type ComparedIndexes = Readonly<Record<keyof DriftReport, ComparedIndex>>;

/** Compares the records of all indexes with their sources. @throws UpstreamError */
export async function compareAll(sources: DriftSources): Promise<ComparedIndexes> {
  const { model, search, progress } = sources;
  const documents: IndexRecord[] = [];
  const moments: IndexRecord[] = [];
  const unread: UnreadCaptions[] = [];
  const skipped = { documents: [] as SkippedRecord[], moments: [] as SkippedRecord[] };
  for await (const rows of sources.readAll()) {
    for (const row of rows) {
      const fitted = documentRecords(row);
      documents.push(...fitted.records);
      if (fitted.skipped) skipped.documents.push(fitted.skipped);
      const ofVideos = await momentsOf(model, sources, row);
      moments.push(...ofVideos.records);
      unread.push(...ofVideos.unread);
      skipped.moments.push(...ofVideos.skipped, ...ofVideos.unread.map(describeUnread));
    }
    progress(`documents ${documents.length}`);
  }
  const { indexes } = search;
  const suggestions = await sources.countSuggestions();
  return {
    documents: await compare(search, indexes.documents, { records: documents, skipped: skipped.documents }),
    moments: await compare(search, indexes.moments, { records: moments, skipped: skipped.moments, unread }),
    suggestions: await compare(search, indexes.suggestions, { records: suggestions, skipped: [] }),
  };
}

/** The records of the sources of an index. */
interface SourceRecords extends Pick<IndexDrift, 'skipped'> {
  readonly records: readonly IndexRecord[];
  readonly unread?: readonly UnreadCaptions[];
}

/** Compares the records of an index with the records that its sources give. @throws UpstreamError */
export async function compare(
  search: IndexWriter,
  index: string,
  { records, skipped, unread = [] }: SourceRecords,
): Promise<ComparedIndex> {
  const wanted = new Map(records.map((record) => [record.objectID, record]));
  const missing = new Set(wanted.keys());
  const extra: string[] = [];
  const stale: string[] = [];
  const documents = new Set<string>();
  let known = 0;
  for await (const record of search.browse(index)) {
    known += 1;
    missing.delete(record.objectID);
    const now = wanted.get(record.objectID);
    if (now ? isEqualRecord(record, now) : isUnread(record, unread)) continue;
    (now ? stale : extra).push(record.objectID);
    documents.add(String(record.document));
  }
  for (const id of missing) documents.add(String(wanted.get(id)?.document));
  return { records: known, missing: [...missing], extra, stale, skipped, wanted, documents };
}

/** Fewer records are removed from an index of any size. */
const MIN_LARGE_REMOVAL = 25;
const LARGE_REMOVAL_SHARE = 0.1;

/** Returns true if so large a part of an index is to be removed that the source may be wrong. */
export const isLargeRemoval = (removed: number, records: number): boolean =>
  removed > Math.max(MIN_LARGE_REMOVAL, LARGE_REMOVAL_SHARE * records);
