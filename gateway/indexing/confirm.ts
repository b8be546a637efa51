import type { Model } from '../model/model.ts';
import { documentRecord, fitRecord, RECORD_LIMIT } from '../search/records.ts';
import type { IndexRecord, IndexWriter } from '../search/writer.ts';
import { isSame, type LiveSources } from './keeper.ts';
import { assetsOf, momentsOf } from './moments.ts';

export interface ConfirmSources extends Pick<LiveSources, 'readRows' | 'readCues' | 'refreshAsset'> {
  readonly model: Model;
  readonly search: IndexWriter;
  readonly recordLimit?: number;
}

/** How some records differ, as they and their sources are at one moment. */
export interface Difference {
  readonly missing: readonly IndexRecord[];
  readonly stale: readonly IndexRecord[];
  /** Ids. */
  readonly extra: readonly string[];
}

/** Documents looked at together: few, so that little time is between reading and writing. */
const AT_ONCE = 100;

/** Looks again at the records of these documents. @throws UpstreamError */
export async function* confirmDocuments(
  sources: ConfirmSources,
  ids: readonly string[],
): AsyncIterable<Difference> {
  const { search, recordLimit = RECORD_LIMIT } = sources;
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const part = ids.slice(i, i + AT_ONCE);
    const [rows, known] = await Promise.all([
      sources.readRows(part),
      search.get(search.indexes.documents, part),
    ]);
    const wanted = new Map(
      rows
        .map((row) => fitRecord(documentRecord(row), recordLimit))
        .flatMap(({ record, fits }) => (fits ? [[record.objectID, record] as const] : [])),
    );
    yield difference(
      wanted,
      part.flatMap((_id, at) => known[at] ?? []),
    );
  }
}

/** Looks again at the moments of these documents, and at the assets they are of. @throws UpstreamError */
export async function* confirmMoments(
  sources: ConfirmSources,
  documents: readonly string[],
): AsyncIterable<Difference> {
  const { model, search } = sources;
  for (const id of documents) {
    const [row] = await sources.readRows([id]);
    for (const asset of row ? assetsOf(model, row) : []) await sources.refreshAsset(asset);
    const wanted = row ? await momentsOf(model, sources, row) : [];
    const known: IndexRecord[] = [];
    const filters = `document:${JSON.stringify(id)}`;
    for await (const record of search.browse(search.indexes.moments, { filters })) known.push(record);
    yield difference(new Map(wanted.map((record) => [record.objectID, record])), known);
  }
}

function difference(wanted: ReadonlyMap<string, IndexRecord>, known: readonly IndexRecord[]): Difference {
  const ids = new Set(known.map(({ objectID }) => objectID));
  return {
    missing: [...wanted.values()].filter(({ objectID }) => !ids.has(objectID)),
    stale: known.flatMap((record) => {
      const now = wanted.get(record.objectID);
      return now && !isSame(now, record) && !isNewer(record, now) ? [now] : [];
    }),
    extra: [...ids].filter((id) => !wanted.has(id)),
  };
}

/** Whether a record was made of a later version than its source answers: the source lags, and the record stands. */
const isNewer = (record: IndexRecord, source: IndexRecord): boolean =>
  Date.parse(String(record._updatedAt)) > Date.parse(String(source._updatedAt));
