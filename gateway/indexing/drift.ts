import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordRow } from '../model/searchables.ts';
import { documentRecord, fitRecord, RECORD_LIMIT } from '../search/records.ts';
import type { IndexRecord, IndexWriter } from '../search/writer.ts';
import { type ConfirmSources, confirmDocuments, confirmMoments, type Difference } from './confirm.ts';
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

export interface DriftSources extends ConfirmSources, Pick<LiveSources, 'countSuggestions'> {
  /** Pages of all published searchable documents. */
  readAll(): AsyncIterable<readonly RecordRow[]>;
  /** Receives a plain line such as `documents 120`. */
  progress(line: string): void;
  /** Milliseconds in which what is on its way arrives. */
  readonly settle?: number;
}

/** Why indexes are not mended. */
export class RepairRefused extends Error {}

/** The largest part of an index that is removed without being told to. */
const REMOVABLE = 0.1;
const SETTLE = 2_000;

const NAMES = ['documents', 'moments', 'suggestions'] as const;

/**
 * Compares every record with what its document, its captions or all titles say now. What differs is looked at again a
 * moment later, so that what changes meanwhile is not reported.
 * @throws UpstreamError
 */
export async function checkIndex(sources: DriftSources): Promise<DriftReport> {
  return confirm(sources, await compareAll(sources), async () => undefined);
}

/**
 * Mends what differs and tells what it was. Each record is read again right before it is written, so that a gateway
 * that follows the news meanwhile is not undone.
 * @param force removes more than a tenth of an index, too
 * @throws RepairRefused before anything is written; UpstreamError
 */
export async function repairIndex(
  sources: DriftSources,
  { force }: { force: boolean },
): Promise<DriftReport> {
  const compared = await compareAll(sources);
  const { search } = sources;
  for (const name of NAMES) {
    const { extra, records } = compared[name];
    if (!force && extra.length > REMOVABLE * records)
      throw new RepairRefused(
        `${extra.length} of ${records} records of ${search.indexes[name]} would be removed, more than a tenth: look whether the content service and SANITY_DATASET are the right ones, then repeat with --force`,
      );
  }
  return confirm(sources, compared, (name, { missing, stale, extra }) =>
    search.change(search.indexes[name], { save: [...missing, ...stale], remove: extra }),
  );
}

/** Whether a report has nothing to mend. Oversized documents are a matter for editors. */
export const isClean = (report: DriftReport): boolean =>
  Object.values(report).every(
    ({ missing, extra, stale }) => missing.length + extra.length + stale.length === 0,
  );

/** Looks again at all that differs, and hands it on part by part. */
async function confirm(
  sources: DriftSources,
  compared: DriftReport,
  take: (name: (typeof NAMES)[number], part: Difference) => Promise<void>,
): Promise<DriftReport> {
  if (isClean(compared)) return compared;
  await sleep(sources.settle ?? SETTLE);
  const differing = (name: (typeof NAMES)[number]) => {
    const { missing, stale, extra } = compared[name];
    return [...missing, ...stale, ...extra];
  };
  const collect = async (name: (typeof NAMES)[number], parts: AsyncIterable<Difference>) => {
    const found = { missing: [] as string[], stale: [] as string[], extra: [] as string[] };
    for await (const part of parts) {
      await take(name, part);
      found.missing.push(...part.missing.map(({ objectID }) => objectID));
      found.stale.push(...part.stale.map(({ objectID }) => objectID));
      found.extra.push(...part.extra);
    }
    return { ...compared[name], ...found };
  };
  const films = [...new Set(differing('moments').map((id) => id.split(':')[0] as string))];
  return {
    documents: await collect('documents', confirmDocuments(sources, differing('documents'))),
    moments: await collect('moments', confirmMoments(sources, films)),
    suggestions: await collect('suggestions', recount(sources, differing('suggestions').length > 0)),
  };
}

/** Looks again at the completions, where any differed. */
async function* recount(sources: DriftSources, isDiffering: boolean): AsyncIterable<Difference> {
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
    else if (!isSame(record, now)) stale.push(record.objectID);
  }
  return { records: known, missing: [...missing], extra, stale, oversized, wanted };
}
