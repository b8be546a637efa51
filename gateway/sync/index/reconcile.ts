import { setTimeout as sleep } from 'node:timers/promises';
import { chunks } from '../../core/chunks.ts';
import { insteadOfUpstreamError } from '../../core/errors.ts';
import type { Model } from '../../core/model/model.ts';
import { playbackIdsFor } from '../../core/model/namedPlaybackIds.ts';
import type { DocumentVersion } from '../../providers/content/indexing.ts';
import type { IndexWriter } from '../../providers/search/indexing/writer.ts';
import { isLargeRemoval } from './compare.ts';
import { COMPARED_ATTRIBUTES, isUnwritten, readIndexedDocuments, stateOf } from './indexedDocuments.ts';
import { readDocumentRecords } from './indexedRecords.ts';
import type { DocumentChangeHint, IndexJob } from './jobs.ts';
import { assetIdsOf } from './moments.ts';

/** The number of records that differed from their sources without any change event. */
export interface ReconciliationResult {
  /** End of the reconciliation, ISO 8601. */
  readonly reconciledAt: string;
  readonly missing: number;
  readonly extra: number;
  readonly stale: number;
  /** The reason for which extra records are not removed; absent when they are removed. */
  readonly refusedReason?: string;
}

export interface ReconcileOptions {
  readonly model: Model;
  readonly search: Pick<IndexWriter, 'indexes' | 'browse'>;
  /** Reads the versions of all searchable documents, page by page. */
  readAllVersions(): AsyncIterable<readonly DocumentVersion[]>;
  readVersions(ids: readonly string[]): Promise<readonly DocumentVersion[]>;
  /** Returns the ids of the text tracks from which an asset's moments are made. */
  readTrackIds(asset: string, playbackIds: readonly string[]): Promise<readonly string[]>;
  /** Reads all assets again. */
  refreshAssets(): Promise<void>;
  /** Returns the ids of documents whose records could not be written. */
  deadLetteredDocuments(): Promise<ReadonlySet<string>>;
  /** Publishes the changes that no event reported. */
  publish(documents: readonly DocumentChangeHint[]): Promise<void>;
  enqueue(jobs: readonly IndexJob[]): Promise<void>;
  /** Delay before differences are checked again, so that changes in progress are not reported. */
  readonly recheckDelayMs?: number;
}

const RECHECK_DELAY_MS = 5_000;
const CHUNK_SIZE = 200;

/**
 * Compares the ids and revisions of all documents with all their records and publishes the differences as changes. Each
 * difference is checked twice. Documents and records are read in pages of up to a thousand.
 * @throws UpstreamError
 */
export async function reconcileDocuments(options: ReconcileOptions): Promise<ReconciliationResult> {
  const { search, publish } = options;
  const index = search.indexes.documents;
  const wanted = new Map<string, string>();
  for await (const page of options.readAllVersions())
    for (const { objectID, _rev } of page) wanted.set(objectID, _rev);
  const indexed = await readIndexedDocuments(search.browse(index, { attributes: COMPARED_ATTRIBUTES }));
  const ids = new Set([...wanted.keys(), ...indexed.keys()]);
  const different = [...ids].filter((id) => stateOf(indexed.get(id), wanted.get(id)) !== 'current');
  const deadLettered = different.length > 0 ? await options.deadLetteredDocuments() : new Set();
  const isRefused = (id: string) => deadLettered.has(id) && isUnwritten(indexed.get(id), wanted.get(id));
  const differing = different.filter((id) => !isRefused(id));
  if (differing.length > 0)
    await sleep(options.recheckDelayMs ?? RECHECK_DELAY_MS, undefined, { ref: false });

  const found = { missing: 0, extra: 0, stale: 0 };
  const changed: DocumentChangeHint[] = [];
  const extra: DocumentChangeHint[] = [];
  for (const part of chunks(differing, CHUNK_SIZE)) {
    const [versions, known] = await Promise.all([
      options.readVersions(part),
      readIndexedDocuments(await readDocumentRecords(search, part, COMPARED_ATTRIBUTES)),
    ]);
    const now = new Map(versions.map((version) => [version.objectID, version]));
    for (const id of part) {
      const version = now.get(id);
      const state = stateOf(known.get(id), version?._rev);
      if (state === 'current') continue;
      found[state] += 1;
      if (version)
        changed.push({ id, type: version._type, revision: version._rev, updatedAt: version._updatedAt });
      else extra.push({ id, type: String(known.get(id)?.type) });
    }
  }
  const records = indexed.size;
  const isTooMuch = isLargeRemoval(extra.length, records);
  for (const part of chunks(isTooMuch ? changed : [...changed, ...extra], CHUNK_SIZE)) await publish(part);
  return {
    reconciledAt: new Date().toISOString(),
    ...found,
    ...(isTooMuch && {
      refusedReason: `${extra.length} of ${records} records have no document, more than a tenth: check SANITY_DATASET, then run trivium index --force`,
    }),
  };
}

/**
 * Finds documents whose moments belong to other text tracks than their videos have now, and enqueues a job for each. A
 * document without moments may have captions without words: it is enqueued and not counted.
 * @throws UpstreamError
 */
export async function reconcileMoments(options: ReconcileOptions): Promise<ReconciliationResult> {
  const { model, search, enqueue } = options;
  await options.refreshAssets();
  const indexed = new Map<string, Set<string>>();
  const browsed = search.browse(search.indexes.moments, { attributes: ['document', 'track'] });
  for await (const { document, track } of browsed) {
    const tracks = indexed.get(String(document)) ?? new Set();
    indexed.set(String(document), tracks.add(String(track)));
  }
  const found = { missing: 0, extra: 0, stale: 0 };
  const ids: string[] = [];
  for await (const page of options.readAllVersions()) {
    for (const version of page) {
      const known = indexed.get(version.objectID);
      indexed.delete(version.objectID);
      const assets = assetIdsOf(model, version);
      const tracks = await readTrackIds(options, assets, version['@named']);
      if (!tracks) continue;
      const outdated = [...(known ?? [])].some((track) => !tracks.has(track));
      if (outdated) found.stale += 1;
      if (outdated || tracks.size > (known?.size ?? 0)) ids.push(version.objectID);
    }
  }
  // The job checks again whether the document is gone.
  found.extra = indexed.size;
  ids.push(...indexed.keys());
  await enqueue(ids.map((id): IndexJob => ({ kind: 'moments', id })));
  return { reconciledAt: new Date().toISOString(), ...found };
}

/** Returns the ids of the text tracks of assets; undefined if an asset cannot be read, whose moments stay. */
async function readTrackIds(
  options: ReconcileOptions,
  assets: readonly string[],
  named: unknown,
): Promise<ReadonlySet<string> | undefined> {
  const reads = assets.map((asset) => options.readTrackIds(asset, playbackIdsFor(asset, named)));
  const tracks = await Promise.all(reads).catch(insteadOfUpstreamError(undefined));
  return tracks && new Set(tracks.flat());
}
