import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveEvent } from '@sanity/client';
import type { Observable } from 'rxjs';
import { type Change, type ChangedDocument, INVALIDATE_ALL } from '../../core/change.ts';
import type { Checkpoint } from '../../services/storage/storage.ts';
import type { WebhookDelivery } from '../../services/upstream/webhook.ts';
import type { LiveEventBatch } from './bounds/boundedLiveEvents.ts';
import type { ContentClient } from './client.ts';
import { listenUntilEnd } from './liveEvents.ts';
import { POLL_PAGE_SIZE, readChangedPage, readNewestTime, toChangedDocument } from './poll.ts';
import { createPublishedVersions } from './publishedVersions.ts';
import { contentTags, tagsOfDocumentChange } from './tags.ts';
import { readContentChange } from './webhook.ts';

/** Converts the content service's webhooks, live events and polled documents to changes. */
export interface ContentSync {
  /** Starts listening to live events and polling. */
  start(): void;
  /** Publishes the change of a webhook delivery. */
  handleDelivery(delivery: WebhookDelivery): Promise<void>;
  close(): Promise<void>;
}

export interface ContentSyncOptions {
  readonly client: Pick<ContentClient, 'query'>;
  readonly liveEvents: Observable<LiveEvent>;
  /** The `_type`s of the model. */
  readonly documentTypes: readonly string[];
  publish(change: Change): Promise<void>;
  /** Deliveries of the project's other datasets are ignored. */
  readonly dataset: string;
  /** The time up to which changes were polled. */
  readonly checkpoint: Checkpoint;
  /** Returns true if changes may have been missed before live events start. */
  hasGap(): Promise<boolean>;
  /** Called if polling finds no changed document after live events: a document may have been deleted. */
  onUnmatchedEvents(): Promise<void>;
  onError(error: unknown): void;
  readonly timing?: Partial<SyncTiming>;
}

interface SyncTiming {
  readonly pollIntervalMs: number;
  /** The interval while there are no live events. */
  readonly pollIntervalWithoutEventsMs: number;
  /** Delay of a poll after a live event, so that it covers several events. */
  readonly debounceMs: number;
  /** Delays of the further polls after a live event, one after another: queries may lag behind live events. */
  readonly repollDelaysMs: readonly number[];
  /** Delay before a reconnect; it doubles up to `MAX_RECONNECT_DELAY_MS`. */
  readonly reconnectDelayMs: number;
}

const TIMING: SyncTiming = {
  pollIntervalMs: 60_000,
  pollIntervalWithoutEventsMs: 5_000,
  debounceMs: 100,
  repollDelaysMs: [1_500, 7_000],
  reconnectDelayMs: 1_000,
};
const MAX_RECONNECT_DELAY_MS = 60_000;

/** Creates the sync; `start` begins it. */
export function createContentSync(options: ContentSyncOptions): ContentSync {
  const { client, liveEvents, documentTypes, dataset, publish, checkpoint } = options;
  const { hasGap, onUnmatchedEvents, onError } = options;
  const timing = { ...TIMING, ...options.timing };
  const closing = new AbortController();
  const published = createPublishedVersions();
  let pollRequest = new AbortController();
  let isLive = false;
  /** Published documents since the last check for unmatched events. */
  let publishedCount = 0;

  const markPublished = (document: ChangedDocument) => {
    publishedCount += 1;
    published.add(document);
  };
  const publishDocuments = async (documents: readonly ChangedDocument[]) => {
    const changed = documents.filter((document) => !published.has(document));
    if (changed.length === 0) return;
    const tags = new Set(changed.flatMap(({ type }) => tagsOfDocumentChange(type as string)));
    await publish({ source: 'content', tags: [...tags], documents: changed, assets: [] });
    changed.forEach(markPublished);
  };

  const poll = async () => {
    const previous =
      (await checkpoint.read()) ?? (await readNewestTime(client, documentTypes, closing.signal));
    let cursor = { from: new Date(Date.parse(previous) - POLL_OVERLAP_MS).toISOString(), last: '' };
    for (let isFull = true; isFull; ) {
      const page = await readChangedPage(client, documentTypes, cursor, closing.signal);
      await publishDocuments(page.map(toChangedDocument));
      const end = page.at(-1);
      if (end) cursor = { from: end._updatedAt, last: end._id };
      isFull = page.length === POLL_PAGE_SIZE;
    }
    const reached = laterOf(previous, cursor.from);
    if (reached !== (await checkpoint.read())) await checkpoint.write(reached);
  };

  const handleEvents = async ({ hasChange, syncTags }: LiveEventBatch, hasGap: boolean): Promise<void> => {
    if (hasGap || syncTags === 'all') await publish(INVALIDATE_ALL);
    else if (hasChange)
      await publish({ ...INVALIDATE_ALL, shouldInvalidateAll: false, tags: contentTags([...syncTags], []) });
    if (hasChange) pollRequest.abort();
  };

  /** Reconnects until the sync closes. Events between two connections are lost, so each further `welcome` invalidates all. */
  const listen = async () => {
    let mayHaveGap = hasGap;
    for (let delayMs = timing.reconnectDelayMs; !closing.signal.aborted; ) {
      const hadEvents = await listenUntilEnd(liveEvents, closing.signal, async (batch) => {
        await handleEvents(batch, batch.hasWelcome && (await mayHaveGap()));
        if (!batch.hasWelcome) return;
        mayHaveGap = async () => false;
        isLive = true;
      }).catch((error: unknown) => {
        onError(error);
        return false;
      });
      mayHaveGap = async () => true;
      isLive = false;
      delayMs = hadEvents ? timing.reconnectDelayMs : Math.min(2 * delayMs, MAX_RECONNECT_DELAY_MS);
      await pause(delayMs, closing.signal);
    }
  };

  const pollRepeatedly = async () => {
    let repollDelays: number[] = [];
    let hasUncheckedEvents = false;
    while (!closing.signal.aborted) {
      pollRequest = new AbortController();
      await poll().catch(onError);
      const repollDelay = repollDelays.shift();
      if (repollDelay === undefined && hasUncheckedEvents) {
        if (publishedCount === 0) await onUnmatchedEvents().catch(onError);
        hasUncheckedEvents = false;
        publishedCount = 0;
      }
      await pause(
        repollDelay ?? (isLive ? timing.pollIntervalMs : timing.pollIntervalWithoutEventsMs),
        AbortSignal.any([pollRequest.signal, closing.signal]),
      );
      if (!pollRequest.signal.aborted) continue;
      hasUncheckedEvents = true;
      repollDelays = [...timing.repollDelaysMs];
      await pause(timing.debounceMs, closing.signal);
    }
  };
  let running: Promise<void>[] = [];

  return {
    start() {
      if (running.length === 0) running = [listen(), pollRepeatedly()];
    },
    async handleDelivery(delivery) {
      const source = delivery.headers['sanity-dataset'];
      if (source !== undefined && source !== dataset) return;
      const change = readContentChange(delivery);
      if (!change || change.documents.every(published.has)) return;
      await publish(change);
      change.documents.forEach(markPublished);
    },
    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}

/** Polls overlap by this time: transactions become visible out of order. */
const POLL_OVERLAP_MS = 5_000;

const laterOf = (a: string, b: string): string => (Date.parse(a) < Date.parse(b) ? b : a);

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).then(
    () => undefined,
    () => undefined,
  );
