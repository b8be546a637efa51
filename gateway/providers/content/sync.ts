import type { LiveEvent } from '@sanity/client';
import type { Observable } from 'rxjs';
import { ANY_TYPE_TAG, ASSUMED_TYPES_TAG } from '../../core/cacheTags.ts';
import { type Change, MISSED_EVENTS } from '../../core/change.ts';
import { HOLD_MS } from '../../services/cache/sourceLag.ts';
import { pause } from '../../services/scheduling/pause.ts';
import type { Checkpoint } from '../../services/storage/storage.ts';
import type { WebhookDelivery } from '../../services/upstream/webhook.ts';
import type { ConnectionListener } from './bounds/boundedEventStream.ts';
import type { LiveEventBatch, SyncTags } from './bounds/boundedLiveEvents.ts';
import { createChangeReports, type ReportedBy } from './changes/changeReports.ts';
import { createDeletionCheck } from './changes/deletionCheck.ts';
import { listenUntilEnd } from './changes/liveEvents.ts';
import { createPublishedVersions } from './changes/publishedVersions.ts';
import { changeOfSyncTags } from './changes/syncTags.ts';
import { createUnsettledEvents } from './changes/unsettledEvents.ts';
import type { ContentClient } from './client.ts';
import { createDocumentPoll } from './documentPoll.ts';
import { createDeliveredChanges } from './webhook.ts';

/** Converts the content service's webhooks, live events and polled documents to changes. */
export interface ContentSync {
  /** Starts listening to live events and polling. */
  start(): void;
  /** Publishes the change of a webhook delivery. */
  handleDelivery(delivery: WebhookDelivery): Promise<void>;
  /** Invalidates what has these sync tags, as the live event with them does. It says nothing of the stream of live events. */
  handleSyncTags(syncTags: SyncTags): Promise<void>;
  close(): Promise<void>;
}

export interface ContentSyncOptions {
  readonly client: Pick<ContentClient, 'query'>;
  /** Creates the stream of live events. @param onConnection called when its connection opens and ends */
  liveEvents(onConnection: ConnectionListener): Observable<LiveEvent>;
  /** The `_type`s of the model. */
  readonly documentTypes: readonly string[];
  publish(change: Change): Promise<void>;
  /** Calls the listener for each change that any gateway publishes. @returns stops it */
  listen(listener: (change: Change) => void): () => void;
  /** Keeps later results of these cache tags for seconds only; see `TaggedCache.hold`. */
  hold(tags: readonly string[], ms: number): Promise<void>;
  /** Deliveries of the project's other datasets are ignored. */
  readonly dataset: string;
  /** The time up to which changes were polled. */
  readonly checkpoint: Checkpoint;
  /**
   * Called after a poll without a stored time, which publishes no earlier changes: documents may have changed since the index
   * was built.
   */
  onFirstPoll(): Promise<void>;
  /** Returns true if changes may have been missed before live events start. */
  hasGap(): Promise<boolean>;
  /**
   * Called if documents were deleted, or may have been: live events name no documents.
   * @param isCertain true if there are fewer documents than before
   */
  onDeletions(isCertain: boolean): Promise<void>;
  /** Called every second, and when it changes, with the way by which changes arrive. */
  onReportedBy(reportedBy: ReportedBy): void;
  /** Called for each request of the connection to live events. */
  onLiveRequest(): void;
  /** Called if polling has found a change that no live event reported. */
  onMissedEvent(): void;
  onError(error: unknown): void;
  readonly timing?: Partial<SyncTiming>;
}

/** The intervals and delays of the change detection. */
export interface SyncTiming {
  /** The interval while live events report changes: it finds the changes that they miss. */
  readonly pollIntervalMs: number;
  /** The interval while webhooks report changes, while live events have missed one, and after a failure. */
  readonly checkIntervalMs: number;
  /** The interval while only polling finds changes. */
  readonly pollIntervalWithoutEventsMs: number;
  /** Delay of a poll after an event, so that it covers several events. */
  readonly debounceMs: number;
  /** Delay before a reconnect; it doubles up to `MAX_RECONNECT_DELAY_MS`. */
  readonly reconnectDelayMs: number;
  /** The interval at which `onReportedBy` is called. */
  readonly reportIntervalMs: number;
}

export const SYNC_TIMING: SyncTiming = {
  pollIntervalMs: 60 * 60_000,
  checkIntervalMs: 60_000,
  pollIntervalWithoutEventsMs: 5_000,
  debounceMs: 100,
  reconnectDelayMs: 1_000,
  reportIntervalMs: 1_000,
};
const MAX_RECONNECT_DELAY_MS = 5 * 60_000;

/** Creates the sync; `start` begins it. */
export function createContentSync(options: ContentSyncOptions): ContentSync {
  const { client, dataset, hold, hasGap, onDeletions, onReportedBy, onLiveRequest, onError } = options;
  const timing = { ...SYNC_TIMING, ...options.timing };
  const closing = new AbortController();
  const published = createPublishedVersions();
  const delivered = createPublishedVersions();
  const unsettled = createUnsettledEvents();
  const deletionCheck = createDeletionCheck();
  const deliveredChanges = createDeliveredChanges({ client, published, signal: closing.signal });
  const reports = createChangeReports({ onMissed: options.onMissedEvent });
  let pollRequest = new AbortController();
  let isConnected = false;
  const report = () => onReportedBy(reports.reportedBy());
  const pollIfDisconnected = async () => {
    await pause(timing.pollIntervalWithoutEventsMs, closing.signal);
    if (!isConnected) pollRequest.abort();
  };
  const liveEvents = options.liveEvents((state) => {
    if (state === 'requested') onLiveRequest();
    isConnected = state === 'open';
    if (state !== 'ended') return;
    reports.connected(false);
    report();
    void pollIfDisconnected();
  });

  /** Without live events, a change that names the type of its document also invalidates what only assumes its types. */
  const publish = (change: Change): Promise<void> =>
    options.publish(
      change.tags.includes(ANY_TYPE_TAG) && reports.reportedBy() !== 'live_events'
        ? { ...change, tags: [...change.tags, ASSUMED_TYPES_TAG] }
        : change,
    );

  /** Remembers published documents: this gateway finds the changes that others have published, too. */
  const remember = ({ source, documents, isDelivered }: Change): void => {
    if (source !== 'content') return;
    for (const document of documents) {
      if (!published.has(document)) published.add(document);
      if (!isDelivered) continue;
      delivered.add(document);
      if (document.operation === 'update') deletionCheck.existed(document.id);
      reports.delivered(document.id);
    }
  };
  const stopListening = options.listen(remember);

  const poll = createDocumentPoll({
    ...options,
    publish,
    published,
    delivered,
    reports,
    deletionCheck,
    signal: closing.signal,
  });

  /** Polls soon, and until the service returns what changed; meanwhile the results of the tags are held. */
  const pollForEvent = (tags: Iterable<string>): void => {
    unsettled.add(tags);
    pollRequest.abort();
  };
  const pollForGap = (): void => {
    unsettled.mayHaveMissed();
    pollRequest.abort();
  };

  /** @param hasGap true if events may have been missed before these */
  const handleEvents = async (
    { hasRestart, hasChange, syncTags }: LiveEventBatch,
    hasGap: boolean,
  ): Promise<void> => {
    const change = hasGap ? MISSED_EVENTS : changeOfSyncTags(syncTags);
    if (hasGap || hasChange) await publish(change);
    if (hasRestart || hasChange) reports.eventArrived();
    if (hasGap) pollForGap();
    if (hasChange) pollForEvent(changeOfSyncTags(syncTags).tags);
  };

  /** Reconnects until the sync closes. Events between two connections are lost, so each further `welcome` invalidates all. */
  const listen = async () => {
    let mayHaveGap = hasGap;
    for (let delayMs = timing.reconnectDelayMs; !closing.signal.aborted; ) {
      const hadEvents = await listenUntilEnd(liveEvents, closing.signal, async (batch) => {
        const isFirst = batch.hasWelcome || batch.hasRestart;
        await handleEvents(batch, batch.hasRestart || (batch.hasWelcome && (await mayHaveGap())));
        if (batch.hasWelcome) mayHaveGap = async () => false;
        // A connection begins with `welcome`, or with `restart` if it cannot continue an earlier one.
        const isReady = isConnected && (isFirst || batch.hasChange);
        if (!isReady || reports.isConnected) return;
        reports.connected(true);
        report();
      }).catch((error: unknown) => {
        onError(error);
        return false;
      });
      mayHaveGap = async () => true;
      isConnected = false;
      reports.connected(false);
      report();
      delayMs = hadEvents ? timing.reconnectDelayMs : Math.min(2 * delayMs, MAX_RECONNECT_DELAY_MS);
      await pause(delayMs, closing.signal);
    }
  };

  /** Polls once. Returns the delay until the next poll. */
  const pollOnce = async (): Promise<number> => {
    let hasFailed = false;
    const hasChanges = await poll().catch((error: unknown) => {
      hasFailed = true;
      reports.pollFailed();
      if (!closing.signal.aborted) onError(error);
      return false;
    });
    const state = unsettled.afterPoll(hasChanges);
    if (state.kind === 'lagging') {
      await hold(state.tags, state.delayMs + HOLD_MS);
      return state.delayMs;
    }
    if (state.kind === 'unmatched') await onDeletions(false).catch(onError);
    const reportedBy = reports.reportedBy();
    if (reportedBy === 'live_events' && !hasFailed) return timing.pollIntervalMs;
    return reportedBy === 'polling' && !reports.isConnected
      ? timing.pollIntervalWithoutEventsMs
      : timing.checkIntervalMs;
  };
  const pollRepeatedly = async () => {
    while (!closing.signal.aborted) {
      pollRequest = new AbortController();
      const delayMs = await pollOnce();
      await pause(delayMs, AbortSignal.any([pollRequest.signal, closing.signal]));
      if (pollRequest.signal.aborted) await pause(timing.debounceMs, closing.signal);
    }
  };
  const reportRepeatedly = async () => {
    while (!closing.signal.aborted) {
      report();
      await pause(timing.reportIntervalMs, closing.signal);
    }
  };
  let running: Promise<void>[] = [];

  return {
    start() {
      if (running.length === 0) running = [listen(), pollRepeatedly(), reportRepeatedly()];
    },
    async handleDelivery(delivery) {
      const source = delivery.headers['sanity-dataset'];
      if (source !== undefined && source !== dataset) return;
      const change = await deliveredChanges.read(delivery);
      if (!change) return;
      const [document] = change.documents;
      const isNew = document ? !published.has(document) : change.tags.length > 0;
      if (isNew) await publish(change);
      // Also a delivery of a version that a poll has published before; and a change bus can be slower than the next delivery.
      if (document) remember(change);
      else pollForEvent(change.tags);
    },
    async handleSyncTags(syncTags) {
      const change = changeOfSyncTags(syncTags);
      await publish(change);
      pollForEvent(change.tags);
    },
    async close() {
      stopListening();
      closing.abort();
      await Promise.all(running);
    },
  };
}
