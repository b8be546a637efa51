import { LRUCache } from 'lru-cache';
import { tagsOfDocumentChange } from '../../core/cacheTags.ts';
import type { Change, ChangedDocument } from '../../core/change.ts';
import { MAX_SOURCE_LAG_MS } from '../../services/cache/sourceLag.ts';
import type { Checkpoint } from '../../services/storage/storage.ts';
import type { ChangeReports } from './changes/changeReports.ts';
import type { DeletionCheck } from './changes/deletionCheck.ts';
import type { PublishedVersions } from './changes/publishedVersions.ts';
import type { ContentClient } from './client.ts';
import {
  type ChangedRow,
  LAST_ID,
  POLL_PAGE_SIZE,
  readChangedPage,
  readNewestTime,
  toChangedDocument,
} from './poll.ts';

interface DocumentPollOptions {
  readonly client: Pick<ContentClient, 'query'>;
  /** The `_type`s of the model. */
  readonly documentTypes: readonly string[];
  /** The time up to which changes were polled. */
  readonly checkpoint: Checkpoint;
  /** The versions that this gateway or another one has published. */
  readonly published: PublishedVersions;
  /** The versions that a webhook has delivered. */
  readonly delivered: Pick<PublishedVersions, 'has'>;
  readonly reports: Pick<ChangeReports, 'polled'>;
  readonly deletionCheck: Pick<DeletionCheck, 'changed' | 'counted'>;
  readonly signal: AbortSignal;
  publish(change: Change): Promise<void>;
  /** See `ContentSyncOptions`. */
  onFirstPoll(): Promise<void>;
  /** See `ContentSyncOptions`. */
  onDeletions(isCertain: boolean): Promise<void>;
}

/** Documents whose last polled revision is known. */
const MAX_POLLED_DOCUMENTS = 20_000;
/** Polls overlap by this time: transactions become visible out of order. */
const POLL_OVERLAP_MS = 5_000;

/**
 * Creates a function that publishes the documents that changed since the last poll.
 * @returns a function that returns true if the service returns any change
 */
export function createDocumentPoll(options: DocumentPollOptions): () => Promise<boolean> {
  const { client, documentTypes, checkpoint, published, delivered, reports, deletionCheck, signal } = options;
  const { publish, onFirstPoll, onDeletions } = options;
  const startedAt = Date.now();
  const polledRevisions = new LRUCache<string, string>({ max: MAX_POLLED_DOCUMENTS });
  const types = new Set(documentTypes);

  /** Invalidates what depends on changed documents, and publishes those that changed since this process began. */
  const publishDocuments = async (
    documents: readonly ChangedDocument[],
    isEarlier: (document: ChangedDocument) => boolean,
  ) => {
    const changed = documents.filter((document) => !published.has(document));
    if (changed.length === 0) return;
    const tags = new Set(changed.flatMap(({ type }) => tagsOfDocumentChange(type as string)));
    await publish({
      source: 'content',
      tags: [...tags],
      documents: changed.filter((document) => !isEarlier(document)),
      assets: [],
      wasRead: true,
    });
    for (const document of changed) published.add(document);
  };

  return async () => {
    const stored = await checkpoint.read();
    const previous = stored ?? (await readNewestTime(client, signal));
    let cursor = cursorAfter(previous);
    // Whether an older document is newly published is unknown: a published document keeps the time at which its draft was created,
    // and one that a release has replaced can have the time at which the version in the release was created.
    const isNew = ({ _id, _createdAt }: ChangedRow) =>
      Date.parse(_createdAt) > Date.parse(previous) &&
      !published.exists(_id) &&
      !published.hasCreation(_id, _createdAt);
    const documentsOfModel = (rows: readonly ChangedRow[]) =>
      rows.filter(({ _type }) => types.has(_type)).map((row) => toChangedDocument(row, isNew(row)));
    const isEarlier = ({ updatedAt = '' }: ChangedDocument) =>
      stored === null && Date.parse(updatedAt) < startedAt - POLL_OVERLAP_MS;
    let hasChanges = false;
    const found = {
      changed: [] as ChangedDocument[],
      delivered: [] as ChangedDocument[],
      hasDeletions: false,
    };
    for (let isFull = true; isFull; ) {
      const { rows, total } = await readChangedPage(client, cursor, signal);
      const changed = rows.filter(({ _id, _rev }) => polledRevisions.get(_id) !== _rev);
      const ofModel = documentsOfModel(changed);
      found.changed.push(...ofModel);
      found.delivered.push(...ofModel.filter((document) => delivered.has(document)));
      await publishDocuments(documentsOfModel(rows), isEarlier);
      for (const { _id } of changed) deletionCheck.changed(_id);
      for (const { _id, _rev } of changed) polledRevisions.set(_id, _rev);
      const end = rows.at(-1);
      if (end) cursor = { from: end._updatedAt, last: end._id };
      isFull = rows.length === POLL_PAGE_SIZE;
      const deletions = isFull ? 'none' : deletionCheck.counted(total);
      if (deletions === 'certain') published.forgetExisting();
      if (deletions !== 'none') await onDeletions(deletions === 'certain');
      found.hasDeletions ||= deletions === 'certain';
      hasChanges ||= changed.length > 0 || found.hasDeletions;
    }
    reports.polled(found);
    if (stored === null) await onFirstPoll();
    const reached = laterOf(previous, cursor.from);
    if (reached !== (await checkpoint.read())) await checkpoint.write(reached);
    return hasChanges;
  };
}

/** Returns where a poll begins. All transactions up to a time that passed long ago are visible. */
const cursorAfter = (previous: string) =>
  Date.now() - Date.parse(previous) > MAX_SOURCE_LAG_MS
    ? { from: previous, last: LAST_ID }
    : { from: new Date(Date.parse(previous) - POLL_OVERLAP_MS).toISOString(), last: '' };

const laterOf = (a: string, b: string): string => (Date.parse(a) < Date.parse(b) ? b : a);
