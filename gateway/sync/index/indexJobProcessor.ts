import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { ASSUMED_TYPES_TAG, indexTag, tagsOfDocumentChange } from '../../core/cacheTags.ts';
import { briefCauseOf, causeOf } from '../../core/errors.ts';
import type { Model } from '../../core/model/model.ts';
import type { ContentClient } from '../../providers/content/client.ts';
import type { MediaProvider } from '../../providers/media/provider.ts';
import { createIndexWriter } from '../../providers/search/indexing/writer.ts';
import type { TaggedCache } from '../../services/cache/taggedCache.ts';
import {
  createQueueProcessor,
  type QueueProcessorOptions,
} from '../../services/storage/queue/queueProcessor.ts';
import type { Storage } from '../../services/storage/storage.ts';
import type { Metrics } from '../../services/telemetry/metrics.ts';
import type { Change } from '../changes.ts';
import { createIndexUse } from './indexUse.ts';
import { createIndexJobHandler, RecordsSkipped, SourceLagging } from './jobHandler.ts';
import { type DocumentChangeHint, type IndexJobQueue, parseJob } from './jobs.ts';
import type { ModelIndexes } from './modelIndexes.ts';
import { canHaveMoments } from './moments.ts';
import { type ReconcileOptions, reconcileDocuments, reconcileMoments } from './reconcile.ts';
import { createIndexSources } from './sources.ts';
import { reconciliationCheckpoint } from './status.ts';

/** Processes index jobs, and schedules reconciliation of the indexes with their sources. */
export interface IndexJobProcessor {
  start(): void;
  close(): Promise<void>;
}

export interface IndexJobProcessorOptions {
  readonly config: Config;
  readonly model: Model;
  readonly indexes: ModelIndexes;
  readonly content: ContentClient;
  readonly media: MediaProvider;
  readonly cache: Pick<TaggedCache, 'invalidate' | 'isLeased'>;
  readonly storage: Storage;
  readonly jobs: IndexJobQueue;
  readonly metrics: Pick<Metrics, 'indexJobFinished' | 'indexRecordsSkipped' | 'requestSent'>;
  readonly log: Logger;
  /** True if other processes receive events of assets, too. */
  readonly isShared: boolean;
  /** Publishes changes that no event reported. */
  publish(change: Change): Promise<void>;
  /** See `ReconcileOptions`. */
  readonly recheckDelayMs?: number;
}

/**
 * Intervals between two reconciliations of an index. That of moments reads all assets and a part of every moment, of which
 * there are many more than documents. Each costs operations of the search service, so they are rare while changes are known to
 * arrive.
 */
const RECONCILE_INTERVAL_MS = { documents: 10 * 60_000, moments: 60 * 60_000 } as const;
export const LEASED_RECONCILE_INTERVAL_MS = {
  documents: 24 * 60 * 60_000,
  moments: 48 * 60 * 60_000,
} as const;
const CHECK_INTERVAL_MS = 60_000;
const MAX_DEAD_LETTERS_READ = 10_000;

/** Creates the processor; `start` continues with the jobs that are in the queue. */
export function createIndexJobProcessor(options: IndexJobProcessorOptions): IndexJobProcessor {
  const { config, model, indexes, content, media, cache, storage, jobs, metrics, log, isShared } = options;
  const { recheckDelayMs } = options;
  const { fingerprint } = indexes;
  const queue = storage.indexJobs(fingerprint);
  const search = createIndexWriter(config.search, indexes.names, ({ provider, kind }) =>
    metrics.requestSent(provider, kind),
  );
  const sources = createIndexSources({ model, content, media, isShared });
  const reconciliation: ReconcileOptions = {
    ...sources,
    model,
    search,
    enqueue: jobs.enqueue,
    readTrackIds: media.readTrackIds,
    refreshAssets: media.assetCache.refreshAll,
    async deadLetteredDocuments() {
      const jobs = (await queue.deadLetters(MAX_DEAD_LETTERS_READ)).map(parseJob);
      return new Set(jobs.flatMap(({ kind, id }) => (kind === 'document' || kind === 'record' ? id : [])));
    },
    publish: (documents) => options.publish(changeOf(documents)),
    ...(recheckDelayMs !== undefined && { recheckDelayMs }),
  };
  const handle = createIndexJobHandler({
    model,
    search,
    sources,
    enqueue: jobs.enqueue,
    onIndexed: (index) => cache.invalidate([indexTag(index)]),
    async reconcile(index) {
      const found = await (index === 'documents'
        ? reconcileDocuments(reconciliation)
        : reconcileMoments(reconciliation));
      await reconciliationCheckpoint(storage, fingerprint, index).write(JSON.stringify(found));
      if (found.missing + found.extra + found.stale > 0)
        log.warn({ index, ...found }, 'the index had drifted from its sources');
    },
  });
  const logFailure = logFailures(log, 'an index job failed');
  const processor = createQueueProcessor({
    queue,
    async handle(item) {
      const job = parseJob(item);
      await handle(job, item.attempts);
      metrics.indexJobFinished(job.kind, 'done');
    },
    onFailure(item, error, isLastAttempt) {
      const outcome = isLastAttempt ? 'dead' : error instanceof SourceLagging ? 'deferred' : 'failed';
      metrics.indexJobFinished(parseJob(item).kind, outcome);
      if (error instanceof RecordsSkipped) metrics.indexRecordsSkipped(error.index, error.count);
      logFailure(item, error, isLastAttempt);
    },
    onError: (error) => log.warn({ err: error }, 'index jobs are delayed'),
  });
  let checking: NodeJS.Timeout | undefined;
  const scheduleReconciliation = () =>
    enqueueReconciliation(
      { storage, jobs, indexes, model },
      cache.isLeased() ? LEASED_RECONCILE_INTERVAL_MS : RECONCILE_INTERVAL_MS,
    ).catch((error: unknown) => log.warn({ err: error }, 'index reconciliation could not be scheduled'));
  const use = createIndexUse({ search, indexes, indexedModels: storage.indexedModels, log });

  return {
    start() {
      void use.start().then((isBuilt) => {
        if (!isBuilt) return;
        jobs.onAdded(processor.checkNow);
        processor.start();
        // Not at once: whether changes are known to arrive shows only when live events have connected.
        checking ??= setInterval(scheduleReconciliation, CHECK_INTERVAL_MS).unref();
      });
    },
    async close() {
      clearInterval(checking);
      use.close();
      await processor.close();
    },
  };
}

/** Enqueues reconciliations that are due; gateways that share the storage see the same times. */
async function enqueueReconciliation(
  { storage, jobs, indexes, model }: Pick<IndexJobProcessorOptions, 'storage' | 'jobs' | 'indexes' | 'model'>,
  intervalMs: Readonly<Record<'documents' | 'moments', number>>,
): Promise<void> {
  for (const id of canHaveMoments(model) ? (['documents', 'moments'] as const) : (['documents'] as const)) {
    const checkpoint = reconciliationCheckpoint(storage, indexes.fingerprint, id);
    const last = JSON.parse((await checkpoint.read()) ?? '{}') as { reconciledAt?: string };
    const age = Date.now() - Date.parse(last.reconciledAt ?? '');
    if (!(age < intervalMs[id])) await jobs.enqueue([{ kind: 'reconcile', id }], { debounceMs: 0 });
  }
}

const changeOf = (documents: readonly DocumentChangeHint[]): Change => ({
  source: 'content',
  tags: [
    ...new Set(documents.flatMap(({ type }) => (type ? tagsOfDocumentChange(type) : []))),
    ASSUMED_TYPES_TAG,
  ],
  documents,
  assets: [],
  wasRead: true,
});

/** Logs failed queue items: retries as warnings, final failures as errors. */
export const logFailures =
  (log: Logger, what: string): QueueProcessorOptions['onFailure'] =>
  ({ key, attempts }, error, isLastAttempt) => {
    if (error instanceof SourceLagging && !isLastAttempt)
      return log.debug({ key, reason: error.message }, 'source not yet consistent, will retry');
    if (isLastAttempt) log.error({ key, attempts, err: causeOf(error) }, `${what}, no further retry`);
    else log.warn({ key, attempts, reason: briefCauseOf(error) }, `${what}, will retry`);
  };
