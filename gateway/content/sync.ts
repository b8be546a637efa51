import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveEvent } from '@sanity/client';
import { LRUCache } from 'lru-cache';
import type { Observable } from 'rxjs';
import type { Change, ChangedDocument } from '../changes.ts';
import type { Mark } from '../durable.ts';
import type { Letter } from '../webhooks.ts';
import type { ContentClient } from './client.ts';
import { readContentNews } from './news.ts';
import { tagsOfDocumentChange } from './tags.ts';

/** Follows the content service: its webhooks, its live events, and what neither of them told. */
export interface ContentSync {
  /** Publishes what a delivery means. */
  take(letter: Letter): Promise<void>;
  /**
   * Looks for documents that have changed since the last look and publishes those of which there was no news. Deleted
   * ones leave no trace in the content; they are found by comparing the index.
   * @throws UpstreamError
   */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

interface SyncOptions {
  readonly client: Pick<ContentClient, 'query'>;
  /** The service's live events: what has changed, by sync tags. */
  readonly live: Observable<LiveEvent>;
  /** The `_type`s of the model. */
  readonly types: readonly string[];
  publish(change: Change): Promise<void>;
  /** Where the last sweep ended. */
  readonly mark: Mark;
  onTrouble(error: unknown): void;
  readonly timing?: Partial<Timing>;
}

interface Timing {
  /** Milliseconds between two sweeps when nothing is heard. */
  readonly sweep: number;
  /** Milliseconds that a sweep waits after live news, so that several are looked for at once. */
  readonly settle: number;
  /** Milliseconds before a stream that has ended is opened again, doubled up to a minute. */
  readonly reopen: number;
}

const TIMING: Timing = { sweep: 60_000, settle: 100, reopen: 1_000 };
const LONGEST_REOPEN = 60_000;
/** Milliseconds looked back beyond the last document seen: transactions become visible out of order. */
const OVERLAP = 5_000;
/** Documents of which it is known what was told last. */
const MOST_SEEN = 20_000;
const PAGE = 1_000;
/** Milliseconds a page of a sweep may take; nobody waits for it. */
const DEADLINE = 10_000;

interface Found {
  readonly _id: string;
  readonly _type: string;
  readonly _rev: string;
  readonly _updatedAt: string;
}

const EVERYTHING: Change = { source: 'content', tags: [], documents: [], assets: [], everything: true };

/** Begins to follow at once. */
export function createContentSync(options: SyncOptions): ContentSync {
  const { client, live, types, publish, mark, onTrouble } = options;
  const timing = { ...TIMING, ...options.timing };
  const closing = new AbortController();
  const told = new LRUCache<string, string>({ max: MOST_SEEN });
  let sweeping: Promise<void> | undefined;
  let wanted: AbortController = new AbortController();

  const tell = async (documents: readonly ChangedDocument[]) => {
    const news = documents.filter(({ id, revision }) => revision === undefined || told.get(id) !== revision);
    if (news.length === 0) return;
    const tags = new Set(news.flatMap(({ type }) => tagsOfDocumentChange(type as string)));
    await publish({ source: 'content', tags: [...tags], documents: news, assets: [] });
    for (const { id, revision } of news) if (revision !== undefined) told.set(id, revision);
  };

  const sweep = () => {
    sweeping ??= (async () => {
      const kept = await mark.read();
      const begun = kept ?? new Date().toISOString();
      let cursor = { from: new Date(Date.parse(begun) - OVERLAP).toISOString(), last: '' };
      for (let full = true; full; ) {
        const page = await readChanged(client, types, cursor, closing.signal);
        await tell(page.map(changed));
        const end = page.at(-1);
        if (end) cursor = { from: end._updatedAt, last: end._id };
        full = page.length === PAGE;
      }
      const reached = latest(begun, cursor.from);
      if (reached !== kept) await mark.write(reached);
    })().finally(() => {
      sweeping = undefined;
    });
    return sweeping;
  };

  const hear = async (event: LiveEvent): Promise<void> => {
    if (event.type === 'restart') await publish(EVERYTHING);
    if (event.type === 'message')
      await publish({ ...EVERYTHING, everything: false, tags: event.tags.map((tag) => `content:${tag}`) });
    if (event.type === 'restart' || event.type === 'message') wanted.abort();
  };

  /** Opens the stream again and again; what happened while there was none cannot be known. */
  const follow = async () => {
    for (let wait = timing.reopen, opened = 0; !closing.signal.aborted; opened++) {
      const heard = await listenOnce(live, closing.signal, async (event) => {
        if (event.type === 'welcome' && opened > 0) await publish(EVERYTHING);
        await hear(event);
      }).catch((error: unknown) => {
        onTrouble(error);
        return false;
      });
      wait = heard ? timing.reopen : Math.min(2 * wait, LONGEST_REOPEN);
      await pause(wait, closing.signal);
    }
  };

  const sweepNowAndThen = async () => {
    while (!closing.signal.aborted) {
      wanted = new AbortController();
      await sweep().catch(onTrouble);
      await pause(timing.sweep, AbortSignal.any([wanted.signal, closing.signal]));
      await pause(timing.settle, closing.signal);
    }
  };
  const running = [follow(), sweepNowAndThen()];

  return {
    async take(letter) {
      const change = readContentNews(letter);
      if (!change) return;
      const [document] = change.documents;
      const isKnown = document?.revision !== undefined && told.get(document.id) === document.revision;
      if (isKnown) return;
      await publish(change);
      if (document?.revision !== undefined) told.set(document.id, document.revision);
    },
    sweep,
    async close() {
      closing.abort();
      await Promise.all(running);
    },
  };
}

/**
 * Listens until the stream ends, taking its events one after another.
 * @returns whether anything was heard
 */
function listenOnce(
  live: Observable<LiveEvent>,
  signal: AbortSignal,
  take: (event: LiveEvent) => Promise<void>,
): Promise<boolean> {
  const ended = new AbortController();
  let subscription: { unsubscribe(): void } | undefined;
  return new Promise<boolean>((resolve, reject) => {
    let heard = false;
    let turn = Promise.resolve();
    subscription = live.subscribe({
      next(event) {
        heard = true;
        turn = turn.then(() => take(event)).catch(reject);
      },
      error: reject,
      complete: () => resolve(heard),
    });
    signal.addEventListener('abort', () => resolve(heard), { once: true, signal: ended.signal });
  }).finally(() => {
    ended.abort();
    subscription?.unsubscribe();
  });
}

async function readChanged(
  client: Pick<ContentClient, 'query'>,
  types: readonly string[],
  { from, last }: { from: string; last: string },
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const groq = `{"changed": *[_type in $types && (_updatedAt > $from || (_updatedAt == $from && _id > $last))]
    | order(_updatedAt asc, _id asc)[0...${PAGE}]{_id, _type, _rev, _updatedAt}}`;
  const { result } = await client.query(groq, { types, from, last }, signal, {
    deadline: DEADLINE,
    tag: 'trivium.sweep',
  });
  if (!Array.isArray(result.changed))
    throw new Error('expected a list of changed documents from the content service');
  return result.changed as Found[];
}

const changed = ({ _id, _type, _rev, _updatedAt }: Found): ChangedDocument => ({
  id: _id,
  type: _type,
  revision: _rev,
  updatedAt: _updatedAt,
});

const latest = (...times: readonly string[]): string => times.toSorted().at(-1) as string;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).then(
    () => undefined,
    () => undefined,
  );
