import { setTimeout as sleep } from 'node:timers/promises';
import { documentOfRecord } from '../../providers/search/records/documentId.ts';
import type { SkippedRecord } from '../../providers/search/records/recordSize.ts';
import {
  type ComparedIndexes,
  compare,
  compareAll,
  type DriftReport,
  type DriftSources,
  type IndexDrift,
  isLargeRemoval,
} from './compare.ts';
import { type RecordDifference, recheckDocuments, recheckMoments } from './recheck.ts';

/** A repair would remove too large a part of an index. */
export class RepairTooLarge extends Error {}

const RECHECK_DELAY_MS = 2_000;

const INDEX_NAMES = ['documents', 'moments', 'suggestions'] as const;

/**
 * Compares every record with its document, captions or titles. Differences are checked again after a delay, so
 * that changes in progress are not reported.
 * @throws UpstreamError
 */
export async function checkIndex(sources: DriftSources): Promise<DriftReport> {
  return recheck(sources, await compareAll(sources), async () => []);
}

/**
 * Repairs the differences and reports them. Each record is read again right before it is written, so that the work of a
 * running gateway is not undone.
 * @param options.force also removes more than a tenth of an index
 * @param options.refused ids of records that the search service did not accept before
 * @throws RepairTooLarge before anything is written; UpstreamError
 */
export async function repairIndex(
  sources: DriftSources,
  { force, refused = [] }: { force: boolean; refused?: readonly SkippedRecord[] },
): Promise<DriftReport> {
  const compared = await compareAll(sources);
  const refusedIds = new Set(refused.map(({ objectID }) => objectID));
  const { search } = sources;
  for (const name of INDEX_NAMES) {
    const { extra, records } = compared[name];
    if (!force && isLargeRemoval(extra.length, records))
      throw new RepairTooLarge(
        `${extra.length} of ${records} records of ${search.indexes[name]} would be removed, more than a tenth: check the content service and SANITY_DATASET, then repeat with --force`,
      );
  }
  return recheck(sources, compared, (name, { missing, stale, extra }) =>
    search.batch(search.indexes[name], {
      save: [...missing, ...stale].filter(({ objectID }) => !refusedIds.has(objectID)),
      remove: extra,
    }),
  );
}

/** True when there is nothing to repair. Skipped records are for editors to fix. */
export const isClean = (report: DriftReport): boolean =>
  Object.values(report).every(
    ({ missing, extra, stale }) => missing.length + extra.length + stale.length === 0,
  );

/** Returns the differences without the records that the search service does not accept. */
function withoutRefused(
  { missing, stale, extra }: Pick<IndexDrift, 'missing' | 'stale' | 'extra'>,
  refused: readonly SkippedRecord[],
) {
  const ids = new Set(refused.map(({ objectID }) => objectID));
  return { missing: missing.filter((id) => !ids.has(id)), stale: stale.filter((id) => !ids.has(id)), extra };
}

/** Compares everything that differs again and passes it on in parts. */
async function recheck(
  sources: DriftSources,
  compared: ComparedIndexes,
  take: (name: (typeof INDEX_NAMES)[number], part: RecordDifference) => Promise<readonly SkippedRecord[]>,
): Promise<DriftReport> {
  if (isClean(compared)) return compared;
  await sleep(sources.recheckDelayMs ?? RECHECK_DELAY_MS);
  const differing = (name: (typeof INDEX_NAMES)[number]) => {
    const { missing, stale, extra } = compared[name];
    return [...missing, ...stale, ...extra];
  };
  const collect = async (
    name: (typeof INDEX_NAMES)[number],
    parts: AsyncIterable<RecordDifference>,
  ): Promise<IndexDrift> => {
    const { records, skipped } = compared[name];
    const found = { missing: [] as string[], stale: [] as string[], extra: [] as string[] };
    const refused: SkippedRecord[] = [];
    for await (const part of parts) {
      refused.push(...(await take(name, part)));
      found.missing.push(...part.missing.map(({ objectID }) => objectID));
      found.stale.push(...part.stale.map(({ objectID }) => objectID));
      found.extra.push(...part.extra);
    }
    return { records, ...withoutRefused(found, refused), skipped: [...skipped, ...refused] };
  };
  const documents = new Set(differing('documents').map(documentOfRecord));
  return {
    documents: await collect('documents', recheckDocuments(sources, [...documents])),
    moments: await collect('moments', recheckMoments(sources, [...compared.moments.documents])),
    suggestions: await collect('suggestions', recount(sources, differing('suggestions').length > 0)),
  };
}

/** Counts the suggestions again if any differed. */
async function* recount(sources: DriftSources, isDiffering: boolean): AsyncIterable<RecordDifference> {
  const { search, countSuggestions } = sources;
  if (!isDiffering) return;
  const records = await countSuggestions();
  const { missing, stale, extra, wanted } = await compare(search, search.indexes.suggestions, {
    records,
    skipped: [],
  });
  const recordsOf = (ids: readonly string[]) => ids.flatMap((id) => wanted.get(id) ?? []);
  yield { missing: recordsOf(missing), stale: recordsOf(stale), extra };
}
