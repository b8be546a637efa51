import { chunks } from '../../core/chunks.ts';
import { insteadOfUpstreamError } from '../../core/errors.ts';
import type { Model } from '../../core/model/model.ts';
import { documentRecords } from '../../providers/search/indexing/records.ts';
import type { IndexWriter } from '../../providers/search/indexing/writer.ts';
import type { IndexRecord } from '../../providers/search/records/recordSize.ts';
import { isEqualRecord, readDocumentMoments, readDocumentRecords } from './indexedRecords.ts';
import type { IndexJobSources } from './jobHandler.ts';
import { assetIdsOf, isUnread, momentsOf } from './moments.ts';

export interface RecheckSources extends Pick<IndexJobSources, 'readRows' | 'readCues' | 'refreshAsset'> {
  readonly model: Model;
  readonly search: IndexWriter;
}

/** The differences between some records and their sources at one time. */
export interface RecordDifference {
  readonly missing: readonly IndexRecord[];
  readonly stale: readonly IndexRecord[];
  /** Record ids. */
  readonly extra: readonly string[];
}

/** Documents per batch: few, so that little time passes between reading and writing. */
const BATCH_SIZE = 100;

/** Compares the records of these documents again. @throws UpstreamError */
export async function* recheckDocuments(
  sources: RecheckSources,
  ids: readonly string[],
): AsyncIterable<RecordDifference> {
  const { search } = sources;
  for (const part of chunks(ids, BATCH_SIZE)) {
    const [rows, known] = await Promise.all([sources.readRows(part), readDocumentRecords(search, part)]);
    const wanted = rows.flatMap((row) => documentRecords(row).records);
    yield difference(new Map(wanted.map((record) => [record.objectID, record])), known);
  }
}

/** Compares the moments of these documents again, after reading their assets again. @throws UpstreamError */
export async function* recheckMoments(
  sources: RecheckSources,
  documents: readonly string[],
): AsyncIterable<RecordDifference> {
  const { model, search } = sources;
  for (const id of documents) {
    const [row] = await sources.readRows([id]);
    for (const asset of row ? assetIdsOf(model, row) : []) await refresh(sources, asset);
    const { records, unread } = row ? await momentsOf(model, sources, row) : { records: [], unread: [] };
    const indexed = await readDocumentMoments(search, id);
    const known = indexed.filter((record) => !isUnread(record, unread));
    yield difference(new Map(records.map((record) => [record.objectID, record])), known);
  }
}

/** Reads an asset again. An asset that cannot be read keeps its moments. */
const refresh = ({ refreshAsset }: RecheckSources, asset: string): Promise<void> =>
  refreshAsset(asset).catch(insteadOfUpstreamError(undefined));

function difference(
  wanted: ReadonlyMap<string, IndexRecord>,
  known: readonly IndexRecord[],
): RecordDifference {
  const ids = new Set(known.map(({ objectID }) => objectID));
  return {
    missing: [...wanted.values()].filter(({ objectID }) => !ids.has(objectID)),
    stale: known.flatMap((record) => {
      const now = wanted.get(record.objectID);
      return now && !isEqualRecord(now, record) && !isNewer(record, now) ? [now] : [];
    }),
    extra: [...ids].filter((id) => !wanted.has(id)),
  };
}

/** True when a record is of a later version than its source returns: the source lags, and the record stays. */
const isNewer = (record: IndexRecord, source: IndexRecord): boolean =>
  Date.parse(String(record._updatedAt)) > Date.parse(String(source._updatedAt));
