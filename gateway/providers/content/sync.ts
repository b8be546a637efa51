import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveEvent } from '@sanity/client';
import { LRUCache } from 'lru-cache';
import type { Observable } from 'rxjs';
import { type Change, type ChangedDocument, PURGE_ALL } from '../../core/change.ts';
import type { Checkpoint } from '../../services/storage/storage.ts';
import type { WebhookDelivery } from '../../services/upstream/webhook.ts';
import type { ContentClient } from './client.ts';
import { listenOnce } from './liveEvents.ts';
import { changedDocument, POLL_PAGE_SIZE, readChanged, readNewest } from './poll.ts';
import { tagsOfDocumentChange } from './tags.ts';
import { readContentChange } from './webhook.ts';

/** Turns the content service's webhooks, live events and polled documents into changes. */
export interface ContentSync {
  /** Begins to listen to live events and to poll. */
  start(): void;
  /** Publishes the change that a webhook delivery reports. */
  take(delivery: WebhookDelivery): Promise<void>;
  close(): Promise<void>;
}

export interface ContentSyncOptions {
  readonly client: Pick<ContentClient, 'query'>;
  /** The service's live events: what has changed, by sync tags. */
  readonly live: Observable<LiveEvent>;
  /** The `_type`s of the model. */
  readonly types: readonly string[];
  publish(change: Change): Promise<void>;
  /** Only deliveries of this dataset are news; the others are of the same project. */
  readonly dataset: string;
  /** Where the last sweep ended. */
  readonly mark: Checkpoint;
  /** Whether what is kept was made in a time of which nothing is known: asked when live events begin. */
  hasGap(): Promise<boolean>;
  /** Live events told of changes, and no document was found for them: it may have been a deletion. */
  onUnexplained(): Promise<void>;
  onTrouble(error: unknown): void;
  readonly timing?: Partial<Timing>;
}

interface Timing {
  /** Milliseconds between two sweeps when nothing is heard. */
  readonly sweep: number;
  /** The same while there are no live events. */
  readonly blind: number;
  /** Milliseconds that a sweep waits after live news, so that several are looked for at once. */
  readonly settle: number;
  /** Milliseconds to the further sweeps after live news, one after another: what queries see may lag behind it. */
  readonly echoes: readonly number[];
  /** Milliseconds before a stream that has ended is opened again, doubled up to a minute. */
  readonly reopen: number;
}

const TIMING: Timing = { sweep: 60_000, blind: 5_000, settle: 100, echoes: [1_500, 7_000], reopen: 1_000 };
const LONGEST_REOPEN = 60_000;
/** Milliseconds looked back beyond the last document seen: transactions become visible out of order. */
const OVERLAP = 5_000;
/** Documents of which it is known what was told last. */
const MOST_SEEN = 20_000;

/** What was told last of a document; `at` is when it happened, in whole seconds since 1970, as Sanity keeps it. */
interface Published {
  readonly revision?: string | undefined;
  readonly at: number;
}

/** Creates the sync; `start` begins it. */
export function createContentSync(options: ContentSyncOptions): ContentSync {
  const { client, live, types, dataset, publish, mark, hasGap, onUnexplained, onTrouble } = options;
  const timing = { ...TIMING, ...options.timing };
  const closing = new AbortController();
  const told = new LRUCache<string, Published>({ max: MOST_SEEN });
  let wanted: AbortController = new AbortController();
  let isLive = false;
  /** Documents of which there was news since live events were last accounted for. */
  let explained = 0;

  const note = ({ id, revision, updatedAt, deletedAt }: ChangedDocument) => {
    explained += 1;
    const at = secondOf(deletedAt ?? updatedAt);
    if (at !== undefined) told.set(id, { revision, at });
  };
  /** Whether this is known, or something that came after it. */
  const isTold = ({ id, revision, updatedAt, deletedAt }: ChangedDocument): boolean => {
    const known = told.get(id);
    if (!known) return false;
    if (revision !== undefined && revision === known.revision) return true;
    const at = secondOf(deletedAt ?? updatedAt);
    return at !== undefined && at < known.at;
  };
  const tell = async (documents: readonly ChangedDocument[]) => {
    const news = documents.filter((document) => !isTold(document));
    if (news.length === 0) return;
    const tags = new Set(news.flatMap(({ type }) => tagsOfDocumentChange(type as string)));
    await publish({ source: 'content', tags: [...tags], documents: news, assets: [] });
    news.forEach(note);
  };

  const sweep = async () => {
    const kept = (await mark.read()) ?? (await readNewest(client, types, closing.signal));
    let cursor = { from: new Date(Date.parse(kept) - OVERLAP).toISOString(), last: '' };
    for (let full = true; full; ) {
      const page = await readChanged(client, types, cursor, closing.signal);
      await tell(page.map(changedDocument));
      const end = page.at(-1);
      if (end) cursor = { from: end._updatedAt, last: end._id };
      full = page.length === POLL_PAGE_SIZE;
    }
    const reached = latest(kept, cursor.from);
    if (reached !== (await mark.read())) await mark.write(reached);
  };

  const hear = async (event: LiveEvent): Promise<void> => {
    if (event.type === 'restart') await publish(PURGE_ALL);
    if (event.type === 'message')
      await publish({ ...PURGE_ALL, purgeAll: false, tags: event.tags.map((tag) => `content:${tag}`) });
    if (event.type === 'restart' || event.type === 'message') wanted.abort();
  };

  /** Opens the stream again and again; what happened while there was none cannot be known. */
  const follow = async () => {
    let isGap = hasGap;
    for (let wait = timing.reopen; !closing.signal.aborted; ) {
      const heard = await listenOnce(live, closing.signal, async (event) => {
        if (event.type === 'welcome' && (await isGap())) await publish(PURGE_ALL);
        if (event.type === 'welcome') {
          isGap = async () => false;
          isLive = true;
        }
        await hear(event);
      }).catch((error: unknown) => {
        onTrouble(error);
        return false;
      });
      isGap = async () => true;
      isLive = false;
      wait = heard ? timing.reopen : Math.min(2 * wait, LONGEST_REOPEN);
      await pause(wait, closing.signal);
    }
  };

  const sweepNowAndThen = async () => {
    let echoes: number[] = [];
    let isUnexplained = false;
    while (!closing.signal.aborted) {
      wanted = new AbortController();
      await sweep().catch(onTrouble);
      const wait = echoes.shift();
      if (wait === undefined && isUnexplained) {
        if (explained === 0) await onUnexplained().catch(onTrouble);
        isUnexplained = false;
        explained = 0;
      }
      await pause(
        wait ?? (isLive ? timing.sweep : timing.blind),
        AbortSignal.any([wanted.signal, closing.signal]),
      );
      if (!wanted.signal.aborted) continue;
      isUnexplained = true;
      echoes = [...timing.echoes];
      await pause(timing.settle, closing.signal);
    }
  };
  let running: Promise<void>[] = [];

  return {
    start() {
      if (running.length === 0) running = [follow(), sweepNowAndThen()];
    },
    async take(delivery) {
      const from = delivery.headers['sanity-dataset'];
      if (from !== undefined && from !== dataset) return;
      const change = readContentChange(delivery);
      if (!change || change.documents.every(isTold)) return;
      await publish(change);
      change.documents.forEach(note);
    },
    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}

/** Of a time as ISO 8601; Sanity tells some with milliseconds and some without. */
function secondOf(time: string | undefined): number | undefined {
  const at = Math.floor(Date.parse(time ?? '') / 1000);
  return Number.isNaN(at) ? undefined : at;
}

const latest = (a: string, b: string): string => (Date.parse(a) < Date.parse(b) ? b : a);

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).then(
    () => undefined,
    () => undefined,
  );
