import type { Model } from '../../core/model/model.ts';
import type { RecordRow } from '../../core/model/searchRecord.ts';
import type { PublishedVersion } from '../../providers/content/indexing.ts';
import { documentRecords, facetValuesOf } from '../../providers/search/indexing/records.ts';
import type { IndexWriter } from '../../providers/search/indexing/writer.ts';
import type { IndexRecord, SkippedRecord } from '../../providers/search/records/recordSize.ts';
import { NonRetryableError } from '../../services/storage/queue/queueProcessor.ts';
import { isEqualRecord, readDocumentMoments, readDocumentRecords, replaceRecords } from './indexedRecords.ts';
import type { DocumentChangeHint, IndexJob } from './jobs.ts';
import {
  assetIdsOf,
  type CaptionSource,
  canHaveMoments,
  type DocumentMoments,
  isUnread,
  momentsOf,
} from './moments.ts';

/** The current content and media library, read without any cache. */
export interface IndexJobSources {
  /** Reads the rows of documents; unpublished and unsearchable documents are absent. */
  readRows(ids: readonly string[]): Promise<readonly RecordRow[]>;
  /** Returns the ids of the searchable documents that refer to a document. */
  readReferencingDocuments(id: string): Promise<readonly string[]>;
  /** Returns the ids of the searchable documents that contain a media asset. */
  readDocumentsWithAsset(asset: string): Promise<readonly string[]>;
  /** Returns the published version of a document, or null. */
  readVersion(id: string): Promise<PublishedVersion | null>;
  readCues: CaptionSource['readCues'];
  /** Reads a changed asset again, if this process may not know of the change. */
  refreshAsset(asset: string): Promise<void>;
  /** Counts the records of the suggestions index. */
  countSuggestions(): Promise<readonly IndexRecord[]>;
}

interface IndexJobHandlerOptions {
  readonly model: Model;
  readonly sources: IndexJobSources;
  readonly search: IndexWriter;
  /** Enqueues further jobs. */
  enqueue(jobs: readonly IndexJob[]): Promise<void>;
  /** Called after records of an index changed. */
  onIndexed(index: string): Promise<void>;
  /** Reconciles an index with its sources. */
  reconcile(index: 'documents' | 'moments'): Promise<void>;
}

/** The source still returns a state older than the event; the job is retried. */
export class SourceLagging extends Error {}

/** The search service does not accept records of the job. Its other records are written, and a retry is of no use. */
export class RecordsSkipped extends NonRetryableError {
  readonly index: string;
  readonly count: number;

  constructor(index: string, skipped: readonly SkippedRecord[]) {
    const named = skipped.slice(0, MAX_NAMED).map(({ objectID, reason }) => `${objectID}: ${reason}`);
    const rest = skipped.length - named.length;
    super(`${skipped.length} not indexed: ${named.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`);
    this.index = index;
    this.count = skipped.length;
  }
}

const MAX_NAMED = 3;

/**
 * Reads that contradict the event and count as a lagging source. After them the read is accepted, since the event may be
 * of a version that was replaced. With the delays of the queue this is after about 90 s and 6 s.
 */
const MAX_STALE_READS = 5;
const MAX_ABSENT_READS = 3;

/**
 * Runs one index job.
 * @param attempts earlier failures of this job: an absent document is accepted at the second attempt
 * @throws SourceLagging, UpstreamError when the job must be retried; NonRetryableError when a retry is of no use
 */
export type IndexJobHandler = (job: IndexJob, attempts: number) => Promise<void>;

/**
 * Creates the handler. An event is a hint: the record that is written is always read from the source again.
 */
export function createIndexJobHandler(options: IndexJobHandlerOptions): IndexJobHandler {
  return (job, attempts) => {
    if (job.kind === 'document') return handleDocument(options, job, attempts);
    if (job.kind === 'asset') return handleAsset(options, job.id);
    if (job.kind === 'record') return syncRecord(options, job, attempts);
    if (job.kind === 'moments') return syncMoments(options, job, attempts);
    if (job.kind === 'reconcile') return options.reconcile(job.id);
    return syncSuggestions(options);
  };
}

/** Enqueues the document's own record and moments, and the records of documents that refer to it: they hold its title. */
async function handleDocument(
  { model, sources, enqueue }: IndexJobHandlerOptions,
  hint: DocumentChangeHint,
  attempts: number,
): Promise<void> {
  const { id, type, updatedAt } = hint;
  const current = await sources.readVersion(id);
  const reason = staleReason(hint, current, attempts);
  if (reason) throw new SourceLagging(reason);
  const referring = (await sources.readReferencingDocuments(id)).filter((other) => other !== id);
  // A document outside the model may contain the asset id of a video.
  const isInModel = type !== undefined && model.typeOfDocument.has(type);
  const hasMoments = canHaveMoments(model);
  await enqueue([
    { kind: 'record', id, updatedAt: current === null ? undefined : updatedAt },
    ...(canHaveMoments(model, type) ? [{ kind: 'moments', id } as const] : []),
    ...referring.map((other): IndexJob => ({ kind: 'record', id: other })),
    ...(isInModel || !hasMoments ? [] : referring).map((other): IndexJob => ({ kind: 'moments', id: other })),
    // The document of a video names a playback id, also for documents that have the plain id of its asset.
    ...(hasMoments && current?.asset ? [{ kind: 'asset', id: current.asset } as const] : []),
  ]);
}

/** Returns why the source may lag behind the event; undefined when it does not. */
function staleReason(
  { id, revision, updatedAt, deletedAt }: DocumentChangeHint,
  now: PublishedVersion | null,
  attempts: number,
): string | undefined {
  if (deletedAt !== undefined)
    return now && attempts < MAX_STALE_READS && Date.parse(now.updatedAt) <= Date.parse(deletedAt)
      ? `${id} was deleted at ${deletedAt}, the content service still returns it as of ${now.updatedAt}`
      : undefined;
  if (updatedAt === undefined) return undefined;
  const expected = `expected ${id} as of ${updatedAt}, the content service`;
  if (now === null) return attempts < MAX_ABSENT_READS ? `${expected} does not return it` : undefined;
  const age = Date.parse(updatedAt) - Date.parse(now.updatedAt);
  if (age > 0 && attempts < MAX_STALE_READS) return `${expected} still returns ${now.updatedAt}`;
  // Times without milliseconds may be equal for two versions.
  if (age === 0 && revision !== undefined && revision !== now.revision && attempts === 0)
    return `${expected} returns another version of the same second`;
  return undefined;
}

async function handleAsset({ sources, enqueue }: IndexJobHandlerOptions, asset: string): Promise<void> {
  const documents = await sources.readDocumentsWithAsset(asset);
  await enqueue(
    documents.flatMap((id): IndexJob[] => [
      { kind: 'record', id, asset },
      { kind: 'moments', id, asset },
    ]),
  );
}

async function syncRecord(
  options: IndexJobHandlerOptions,
  { id, updatedAt, asset }: Extract<IndexJob, { kind: 'record' }>,
  attempts: number,
): Promise<void> {
  const { model, sources, search, enqueue, onIndexed } = options;
  const index = search.indexes.documents;
  if (asset !== undefined) await sources.refreshAsset(asset);
  const [[row], known] = await Promise.all([sources.readRows([id]), readDocumentRecords(search, [id])]);
  if (!row) {
    if (known.length === 0) return;
    if (attempts === 0) throw new SourceLagging(`the content service has no ${id}; it is read once more`);
    await search.batch(index, { remove: known.map(({ objectID }) => objectID) });
    await enqueue([{ kind: 'suggestions', id: '' }]);
    return onIndexed(index);
  }
  const [first] = known;
  const newest = [updatedAt, first?._updatedAt].find((time) => isAfter(time, row._updatedAt));
  if (newest !== undefined && attempts < MAX_STALE_READS)
    throw new SourceLagging(
      `${id} is known as of ${newest}, the content service returns it as of ${row._updatedAt}`,
    );
  const { records, skipped } = documentRecords(row);
  const written = await replaceRecords(search, index, known, records);
  if (written.isChanged) {
    // Moments carry the facet values of their document.
    const hasNewFacets = !isEqualRecord(
      facetValuesOf(model, first ?? {}),
      facetValuesOf(model, records[0] ?? {}),
    );
    const hasMoments = hasNewFacets && assetIdsOf(model, row).length > 0;
    await enqueue([
      { kind: 'suggestions', id: '' },
      ...(hasMoments ? [{ kind: 'moments', id } as const] : []),
    ]);
    await onIndexed(index);
  }
  failIfSkipped(index, [...(skipped ? [skipped] : []), ...written.skipped]);
}

function failIfSkipped(index: string, skipped: readonly SkippedRecord[]): void {
  if (skipped.length > 0) throw new RecordsSkipped(index, skipped);
}

const isAfter = (time: unknown, other: string): boolean =>
  typeof time === 'string' && Date.parse(time) > Date.parse(other);

async function syncMoments(
  options: IndexJobHandlerOptions,
  { id, asset }: Extract<IndexJob, { kind: 'moments' }>,
  attempts: number,
): Promise<void> {
  const { model, sources, search, onIndexed } = options;
  const index = search.indexes.moments;
  if (asset !== undefined) await sources.refreshAsset(asset);
  const [row] = await sources.readRows([id]);
  const known = await readDocumentMoments(search, id);
  if (!row && known.length > 0 && attempts === 0)
    throw new SourceLagging(`the content service has no ${id}; it is read once more`);
  const moments = row ? await momentsOf(model, sources, row) : NO_MOMENTS;
  const replaced = known.filter((record) => !isUnread(record, moments.unread));
  const written = await replaceRecords(search, index, replaced, moments.records);
  if (written.isChanged) await onIndexed(index);
  for (const { error } of moments.unread) throw error;
  failIfSkipped(index, [...moments.skipped, ...written.skipped]);
}

const NO_MOMENTS: DocumentMoments = { records: [], skipped: [], unread: [] };

async function syncSuggestions({ sources, search, onIndexed }: IndexJobHandlerOptions): Promise<void> {
  const index = search.indexes.suggestions;
  const known = await Array.fromAsync(search.browse(index));
  const written = await replaceRecords(search, index, known, await sources.countSuggestions());
  if (written.isChanged) await onIndexed(index);
  failIfSkipped(index, written.skipped);
}
