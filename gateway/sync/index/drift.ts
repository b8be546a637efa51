import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordRow } from '../../core/model/searchRecord.ts';
import { documentRecord, fitRecord, MAX_RECORD_BYTES } from '../../providers/search/records.ts';
import type { IndexRecord, IndexWriter } from '../../providers/search/writer.ts';
import { type IndexJobSources, isEqualRecord } from './jobHandler.ts';
import { momentsOf } from './moments.ts';
import { type RecheckSources, type RecordDifference, recheckDocuments, recheckMoments } from './recheck.ts';

/** The differences between an index and its sources, as record ids. */
export interface IndexDrift {
  readonly records: number;
  readonly missing: readonly string[];
  readonly extra: readonly string[];
  readonly stale: readonly string[];
  /** Documents too large for a record; they are not counted as missing. */
  readonly oversized: readonly string[];
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

/** A repair would remove too large a part of an index. */
export class RepairTooLarge extends Error {}

/** The largest share of an index that is removed without `force`. */
const MAX_REMOVED_SHARE = 0.1;
const RECHECK_DELAY_MS = 2_000;

const INDEX_NAMES = ['documents', 'moments', 'suggestions'] as const;

/**
 * Compares every record with its document, captions or titles. Differences are checked again after a delay, so
 * that changes in progress are not reported.
 * @throws UpstreamError
 */
export async function checkIndex(sources: DriftSources): Promise<DriftReport> {
  return recheck(sources, await compareAll(sources), async () => undefined);
}

/**
 * Repairs the differences and reports them. Each record is read again right before it is written, so that the work of a
 * running gateway is not undone.
 * @param force also removes more than a tenth of an index
 * @throws RepairTooLarge before anything is written; UpstreamError
 */
export async function repairIndex(
  sources: DriftSources,
  { force }: { force: boolean },
): Promise<DriftReport> {
  const compared = await compareAll(sources);
  const { search } = sources;
  for (const name of INDEX_NAMES) {
    const { extra, records } = compared[name];
    if (!force && extra.length > MAX_REMOVED_SHARE * records)
      throw new RepairTooLarge(
        `${extra.length} of ${records} records of ${search.indexes[name]} would be removed, more than a tenth: check the content service and SANITY_DATASET, then repeat with --force`,
      );
  }
  return recheck(sources, compared, (name, { missing, stale, extra }) =>
    search.batch(search.indexes[name], { save: [...missing, ...stale], remove: extra }),
  );
}

/** True when there is nothing to repair. Oversized documents are for editors to fix. */
export const isClean = (report: DriftReport): boolean =>
  Object.values(report).every(
    ({ missing, extra, stale }) => missing.length + extra.length + stale.length === 0,
  );

/** Compares everything that differs again and passes it on in parts. */
async function recheck(
  sources: DriftSources,
  compared: DriftReport,
  take: (name: (typeof INDEX_NAMES)[number], part: RecordDifference) => Promise<void>,
): Promise<DriftReport> {
  if (isClean(compared)) return compared;
  await sleep(sources.recheckDelayMs ?? RECHECK_DELAY_MS);
  const differing = (name: (typeof INDEX_NAMES)[number]) => {
    const { missing, stale, extra } = compared[name];
    return [...missing, ...stale, ...extra];
  };
  const collect = async (name: (typeof INDEX_NAMES)[number], parts: AsyncIterable<RecordDifference>) => {
    const found = { missing: [] as string[], stale: [] as string[], extra: [] as string[] };
    for await (const part of parts) {
      await take(name, part);
      found.missing.push(...part.missing.map(({ objectID }) => objectID));
      found.stale.push(...part.stale.map(({ objectID }) => objectID));
      found.extra.push(...part.extra);
    }
    return { ...compared[name], ...found };
  };
  const documents = [...new Set(differing('moments').map((id) => id.split(':')[0] as string))];
  return {
    documents: await collect('documents', recheckDocuments(sources, differing('documents'))),
    moments: await collect('moments', recheckMoments(sources, documents)),
    suggestions: await collect('suggestions', recount(sources, differing('suggestions').length > 0)),
  };
}

/** Counts the suggestions again if any differed. */
async function* recount(sources: DriftSources, isDiffering: boolean): AsyncIterable<RecordDifference> {
  const { search, countSuggestions } = sources;
  if (!isDiffering) return;
  const { missing, stale, extra, wanted } = await compare(
    search,
    search.indexes.suggestions,
    await countSuggestions(),
  );
  const records = (ids: readonly string[]) => ids.flatMap((id) => wanted.get(id) ?? []);
  yield { missing: records(missing), stale: records(stale), extra };
}

async function compareAll(sources: DriftSources): Promise<DriftReport> {
  const { model, search, progress, recordLimit = MAX_RECORD_BYTES } = sources;
  const documents: IndexRecord[] = [];
  const moments: IndexRecord[] = [];
  const oversized: string[] = [];
  for await (const rows of sources.readAll()) {
    for (const row of rows) {
      const { record, isWithinLimit } = fitRecord(documentRecord(row), recordLimit);
      if (isWithinLimit) documents.push(record);
      else oversized.push(record.objectID);
      moments.push(...(await momentsOf(model, sources, row)));
    }
    progress(`documents ${documents.length}`);
  }
  const { indexes } = search;
  return {
    documents: await compare(search, indexes.documents, documents, oversized),
    moments: await compare(search, indexes.moments, moments),
    suggestions: await compare(search, indexes.suggestions, await sources.countSuggestions()),
  };
}

async function compare(
  search: IndexWriter,
  index: string,
  records: readonly IndexRecord[],
  oversized: readonly string[] = [],
): Promise<IndexDrift & { readonly wanted: ReadonlyMap<string, IndexRecord> }> {
  const wanted = new Map(records.map((record) => [record.objectID, record]));
  const missing = new Set(wanted.keys());
  const extra: string[] = [];
  const stale: string[] = [];
  let known = 0;
  for await (const record of search.browse(index)) {
    known += 1;
    missing.delete(record.objectID);
    const now = wanted.get(record.objectID);
    if (!now) extra.push(record.objectID);
    else if (!isEqualRecord(record, now)) stale.push(record.objectID);
  }
  return { records: known, missing: [...missing], extra, stale, oversized, wanted };
}
