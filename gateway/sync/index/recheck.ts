import type { Model } from '../../core/model/model.ts';
import { documentRecord, fitRecord, MAX_RECORD_BYTES } from '../../providers/search/records.ts';
import type { IndexRecord, IndexWriter } from '../../providers/search/writer.ts';
import { type IndexJobSources, isEqualRecord } from './jobHandler.ts';
import { assetIdsOf, momentsOf } from './moments.ts';

export interface RecheckSources extends Pick<IndexJobSources, 'readRows' | 'readCues' | 'refreshAsset'> {
  readonly model: Model;
  readonly search: IndexWriter;
  readonly recordLimit?: number;
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
  const { search, recordLimit = MAX_RECORD_BYTES } = sources;
  for (let i = 0; i < ids.length; i += BATCH_SIZE) {
    const part = ids.slice(i, i + BATCH_SIZE);
    const [rows, known] = await Promise.all([
      sources.readRows(part),
      search.get(search.indexes.documents, part),
    ]);
    const wanted = new Map(
      rows
        .map((row) => fitRecord(documentRecord(row), recordLimit))
        .flatMap(({ record, isWithinLimit }) => (isWithinLimit ? [[record.objectID, record] as const] : [])),
    );
    yield difference(
      wanted,
      part.flatMap((_id, at) => known[at] ?? []),
    );
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
    for (const asset of row ? assetIdsOf(model, row) : []) await sources.refreshAsset(asset);
    const wanted = row ? await momentsOf(model, sources, row) : [];
    const known: IndexRecord[] = [];
    const filters = `document:${JSON.stringify(id)}`;
    for await (const record of search.browse(search.indexes.moments, { filters })) known.push(record);
    yield difference(new Map(wanted.map((record) => [record.objectID, record])), known);
  }
}

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
