import type { Model } from '../model.ts';
import { documentRecord, fitRecord, RECORD_LIMIT } from '../search/records.ts';
import type { IndexRecord, IndexWriter } from '../search/writer.ts';
import type { RecordRow } from '../searchables.ts';
import { isSame, type LiveSources } from './keeper.ts';
import { momentsOf } from './moments.ts';

/** How one index differs from what its sources say now. All are ids of records. */
export interface IndexDrift {
  readonly records: number;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  readonly stale: readonly string[];
  /** Documents that no record can hold; they are not missing. */
  readonly oversized: readonly string[];
}

/** How the indexes differ from the content and the media library. */
export type DriftReport = Readonly<Record<'documents' | 'moments' | 'suggestions', IndexDrift>>;

export interface DriftSources extends Pick<LiveSources, 'readCues' | 'countSuggestions'> {
  readonly model: Model;
  /** Pages of all published searchable documents. */
  readAll(): AsyncIterable<readonly RecordRow[]>;
  readonly search: IndexWriter;
  /** Receives a plain line such as `documents 120`. */
  progress(line: string): void;
  readonly recordLimit?: number;
}

/** Why indexes are not mended. */
export class RepairRefused extends Error {}

/** The largest part of an index that is removed without being told to. */
const REMOVABLE = 0.1;
const PAGE = 1000;

/** What the indexes hold and what they should hold, record by record. */
interface Comparison {
  readonly drift: IndexDrift;
  readonly save: readonly IndexRecord[];
}

/**
 * Compares every record with what its document, its captions or all titles say now. What changes meanwhile may be
 * reported although it is on its way.
 * @throws UpstreamError
 */
export async function checkIndex(sources: DriftSources): Promise<DriftReport> {
  const { documents, moments, suggestions } = await compareAll(sources);
  return { documents: documents.drift, moments: moments.drift, suggestions: suggestions.drift };
}

/**
 * Mends what differs and tells what it was.
 * @param force removes more than a tenth of an index, too
 * @throws RepairRefused before anything is written; UpstreamError
 */
export async function repairIndex(
  sources: DriftSources,
  { force }: { force: boolean },
): Promise<DriftReport> {
  const compared = await compareAll(sources);
  const { search } = sources;
  const names = ['documents', 'moments', 'suggestions'] as const;
  for (const name of names) {
    const { extra, records } = compared[name].drift;
    if (!force && extra.length > REMOVABLE * records)
      throw new RepairRefused(
        `${extra.length} of ${records} records of ${search.indexes[name]} would be removed, more than a tenth: look whether the content service and SANITY_DATASET are the right ones, then repeat with --force`,
      );
  }
  for (const name of names) {
    const { save, drift } = compared[name];
    for (const part of chunks(save)) await search.change(search.indexes[name], { save: part });
    for (const part of chunks(drift.extra)) await search.change(search.indexes[name], { remove: part });
  }
  return {
    documents: compared.documents.drift,
    moments: compared.moments.drift,
    suggestions: compared.suggestions.drift,
  };
}

/** Whether a report has nothing to mend. Oversized documents are a matter for editors. */
export const isClean = (report: DriftReport): boolean =>
  Object.values(report).every(
    ({ missing, extra, stale }) => missing.length + extra.length + stale.length === 0,
  );

async function compareAll(sources: DriftSources): Promise<Record<keyof DriftReport, Comparison>> {
  const { model, search, progress, recordLimit = RECORD_LIMIT } = sources;
  const documents: IndexRecord[] = [];
  const moments: IndexRecord[] = [];
  const oversized: string[] = [];
  for await (const rows of sources.readAll()) {
    for (const row of rows) {
      const { record, fits } = fitRecord(documentRecord(row), recordLimit);
      if (fits) documents.push(record);
      else oversized.push(record.objectID);
      moments.push(...(await momentsOf(model, sources, row)));
    }
    progress(`documents ${documents.length}`);
  }
  return {
    documents: await compare(search, search.indexes.documents, documents, oversized),
    moments: await compare(search, search.indexes.moments, moments),
    suggestions: await compare(search, search.indexes.suggestions, await sources.countSuggestions()),
  };
}

async function compare(
  search: IndexWriter,
  index: string,
  wanted: readonly IndexRecord[],
  oversized: readonly string[] = [],
): Promise<Comparison> {
  const left = new Map(wanted.map((record) => [record.objectID, record]));
  const extra: string[] = [];
  const stale: IndexRecord[] = [];
  let records = 0;
  for await (const known of search.browse(index)) {
    records += 1;
    const record = left.get(known.objectID);
    left.delete(known.objectID);
    if (!record) extra.push(known.objectID);
    else if (!isSame(known, record)) stale.push(record);
  }
  const missing = [...left.values()];
  const idsOf = (list: readonly IndexRecord[]) => list.map(({ objectID }) => objectID);
  return {
    drift: { records, missing: idsOf(missing), extra, stale: idsOf(stale), oversized },
    save: [...missing, ...stale],
  };
}

const chunks = <T>(list: readonly T[]): readonly T[][] =>
  Array.from({ length: Math.ceil(list.length / PAGE) }, (_, i) => list.slice(i * PAGE, (i + 1) * PAGE));
