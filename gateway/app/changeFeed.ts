import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Model } from '../core/model/model.ts';
import type { SyncTags } from '../providers/content/bounds/boundedLiveEvents.ts';
import type { ReportedBy } from '../providers/content/changes/changeReports.ts';
import { changeOfSyncTags } from '../providers/content/changes/syncTags.ts';
import { readCurrentVersions } from '../providers/content/poll.ts';
import type { SyncTiming } from '../providers/content/sync.ts';
import { isMissingIndex, type SearchClient } from '../providers/search/client.ts';
import { MAX_SOURCE_LAG_MS } from '../services/cache/sourceLag.ts';
import type { TaggedCache } from '../services/cache/taggedCache.ts';
import { NEVER_ABORTED } from '../services/scheduling/deadline.ts';
import { createQueueProcessor } from '../services/storage/queue/queueProcessor.ts';
import type { Storage } from '../services/storage/storage.ts';
import type { WebhookDelivery } from '../services/upstream/webhook.ts';
import { type Change, type Changes, createChanges } from '../sync/changes.ts';
import { createHeartbeat } from '../sync/heartbeat.ts';
import { createIndexJobProcessor, logFailures } from '../sync/index/indexJobProcessor.ts';
import { createIndexJobQueue, jobsForChange } from '../sync/index/jobs.ts';
import { indexedTypes, type ModelIndexes } from '../sync/index/modelIndexes.ts';
import type { Providers } from './providers.ts';
import type { Telemetry } from './telemetry.ts';

/** Changes at the providers, and the work that follows from them. */
export interface ChangeFeed {
  readonly changes: Changes;
  /** Processes the webhook inbox now. */
  checkInbox(): void;
  /** Invalidates the data with these sync tags. Resolves when the change is sent to the other gateways and the CDN is purged. */
  invalidateSyncTags(syncTags: SyncTags): Promise<void>;
  /** Begins to listen to the providers, and to process the inbox and index jobs. */
  start(): void;
  /** Ends after the jobs in progress. */
  close(): Promise<void>;
}

/** Ids of documents or assets in one log line. */
const MAX_LOGGED_IDS = 10;

/** Intervals that tests of the whole gateway shorten. */
export interface ChangeTiming extends Partial<SyncTiming> {
  /** See `ReconcileOptions`. */
  readonly recheckDelayMs?: number;
  /** The delay of a comparison of the index, in which several causes lead to one. Default: 30 s. */
  readonly comparisonDelayMs?: number;
}

interface ChangeFeedOptions {
  readonly config: Config;
  readonly model: Model;
  readonly indexes: ModelIndexes;
  readonly providers: Providers;
  readonly cache: TaggedCache;
  readonly storage: Storage;
  readonly telemetry: Telemetry;
  readonly timing: ChangeTiming;
}

/** Connects the providers' events with the caches, the search index and the subscribers. */
export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { config, model, indexes, providers, cache, storage, telemetry, timing } = options;
  const { content, media } = providers;
  const { metrics, log } = telemetry;
  const onError = (error: unknown) =>
    log.warn(
      { err: error },
      'changes cannot be processed: caches and the search index are out of date until a retry succeeds',
    );
  const isIndexing =
    config.consumesChanges && config.search.writeKey !== undefined && indexedTypes(model).length > 0;
  const jobs = createIndexJobQueue(storage.indexJobs(indexes.fingerprint));
  /** During a rollout the gateways of both models read the events of one deployment. */
  const enqueueForAllModels = async (change: Change) => {
    const otherModels = (await storage.indexedModels.list()).filter(
      (fingerprint) => fingerprint !== indexes.fingerprint,
    );
    const queues = [
      jobs,
      ...otherModels.map((fingerprint) => createIndexJobQueue(storage.indexJobs(fingerprint))),
    ];
    await Promise.all(queues.map((queue) => queue.enqueue(jobsForChange(change))));
  };
  const changes = createChanges({
    effects: {
      invalidate: cache.invalidate,
      invalidateAll: cache.invalidateAll,
      hold: cache.hold,
      invalidateLocal: cache.invalidateLocal,
      invalidateAllLocal: cache.invalidateAllLocal,
      apply: ({ id, asset }) => media.assetCache.apply(id, asset),
      refreshAssets: () => void media.assetCache.refreshAll().catch(onError),
      async enqueueIndexJobs(change) {
        metrics.changePublished(change);
        if (isIndexing) await enqueueForAllModels(change);
      },
    },
    openChangeBus: storage.openChangeBus,
    onError,
    readVersions: (ids, signal) => readCurrentVersions(content.client, ids, signal),
    readAsset: (id) => media.assetCache.refresh(id, 'background'),
    onGivenUp: (source, ids) =>
      log.warn(
        { ids: ids.slice(0, MAX_LOGGED_IDS), count: ids.length },
        `${source === 'content' ? 'the content service has not returned changed documents' : 'the media library has not returned changed assets'} for ${MAX_SOURCE_LAG_MS / 60_000} minutes; cached responses may be outdated until they expire`,
      ),
  });
  if (!config.consumesChanges)
    return {
      changes,
      checkInbox: () => undefined,
      async invalidateSyncTags(syncTags) {
        await changes.publish(changeOfSyncTags(syncTags));
        await cache.purged();
      },
      start: () => undefined,
      close: changes.close,
    };

  const reconcile = async (debounceMs = timing.comparisonDelayMs) => {
    if (isIndexing)
      await jobs.enqueue(
        [{ kind: 'reconcile', id: 'documents' }],
        debounceMs === undefined ? {} : { debounceMs },
      );
  };
  // Only state that outlives this process can date from a time when no gateway consumed changes.
  const hasSharedState = storage.shared !== undefined || config.cache.purge !== undefined;
  const heartbeat = hasSharedState
    ? createHeartbeat(storage.checkpoint('content heartbeat'), onError)
    : undefined;
  const contentSync = content.sync({
    publish: changes.publish,
    listen: changes.listen,
    checkpoint: storage.checkpoint('content poll'),
    onFirstPoll: reconcile,
    async hasGap() {
      const isGap = (await heartbeat?.begin()) ?? false;
      // Polling makes up for a short gap, except for deletions. The change of a long gap reconciles by itself.
      if (!isGap) await reconcile();
      return isGap;
    },
    onDeletions: (isCertain) => reconcile(isCertain ? 0 : undefined),
    hold: cache.hold,
    onReportedBy: createChangeReporter(cache, telemetry),
    timing,
    onLiveRequest: () => metrics.requestSent('content', 'live'),
    onMissedEvent: () =>
      log.warn(
        'polling has found a change that no live event of the content service reported: for a day, cached content lives for CACHE_TTL seconds',
      ),
    onError,
  });
  const mediaSync = media.sync({ publish: changes.publish, onError });
  const syncs = { content: contentSync, media: mediaSync };
  const inbox = createQueueProcessor({
    queue: storage.inbox,
    async handle({ body }) {
      const delivery = JSON.parse(body) as WebhookDelivery;
      await syncs[delivery.source].handleDelivery(delivery);
    },
    onFailure: logFailures(log, 'a webhook delivery could not be processed'),
    onError,
  });
  const indexJobProcessor = isIndexing
    ? createIndexJobProcessor({
        config,
        model,
        indexes,
        content: content.client,
        media,
        cache,
        storage,
        jobs,
        metrics,
        log,
        isShared: storage.shared !== undefined,
        publish: changes.publish,
        ...timing,
      })
    : undefined;

  return {
    changes,
    checkInbox: inbox.checkNow,
    async invalidateSyncTags(syncTags) {
      await contentSync.handleSyncTags(syncTags);
      await cache.purged();
    },
    start() {
      mediaSync.start();
      contentSync.start();
      inbox.start();
      if (indexJobProcessor) indexJobProcessor.start();
      else if (config.providers.includes('search') && indexedTypes(model).length > 0)
        void logMissingIndex(providers.search.client, log);
    },
    async close() {
      heartbeat?.close();
      await Promise.all([contentSync.close(), inbox.close()]);
      await indexJobProcessor?.close();
      await changes.close();
    },
  };
}

/** Many report intervals long: a busy process keeps the lease, and a process that stops reporting loses it. */
const LEASE_MS = 15_000;

/** Creates a function that leases the cache while live events or webhooks report changes, and logs how changes arrive. */
function createChangeReporter(
  cache: Pick<TaggedCache, 'extendLease'>,
  { metrics, log }: Pick<Telemetry, 'metrics' | 'log'>,
): (reportedBy: ReportedBy) => void {
  let last: ReportedBy | undefined;
  return (reportedBy) => {
    cache.extendLease(reportedBy === 'polling' ? 0 : LEASE_MS);
    if (reportedBy === last) return;
    last = reportedBy;
    metrics.changesReportedBy(reportedBy);
    log.info({ reportedBy }, 'how changes of content arrive');
  };
}

/**
 * Logs once that the search index of the model does not exist, for a gateway without a write key. One with a write key waits for
 * the index, and says so itself.
 */
async function logMissingIndex({ indexes, search }: SearchClient, log: Pick<Logger, 'warn'>): Promise<void> {
  const request = { indexName: indexes.documents, query: '', hitsPerPage: 0, analytics: false };
  try {
    await search([request], NEVER_ABORTED);
  } catch (error) {
    // All other failures come from the search service: the policy of its client logs them.
    if (isMissingIndex(error))
      log.warn(
        { index: indexes.documents },
        'the search index of this model does not exist: run trivium index with ALGOLIA_WRITE_KEY; changes update it only if a gateway has that key',
      );
  }
}
