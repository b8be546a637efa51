import { chunks } from '../core/chunks.ts';
import { HOLD_MS, MAX_SOURCE_LAG_MS, rereadDelayMs } from '../services/cache/sourceLag.ts';
import { pause } from '../services/scheduling/pause.ts';

/** Reads a source until it returns the states that events tell. Results of their cache tags are held meanwhile. */
export interface SourceWatch<Item, State> {
  /**
   * Watches changed items with their cache tags. A later change of an item replaces an earlier one, in any order of arrival.
   * @param first what the source returned after the event, if it was read
   */
  add(items: readonly Item[], tags: readonly string[], first?: State): void;
  /** Ends the watch of an item if its change satisfies the condition. */
  end(id: string, isRead: (item: Item) => boolean): void;
  close(): Promise<void>;
}

/** A watched item. */
export interface Watched<Item, State> {
  readonly item: Item;
  readonly tags: readonly string[];
  /** What the source returned first; undefined before. */
  readonly first?: { readonly state: State | undefined };
}

/** An item that the source returned later than its event arrived. */
export interface CaughtUp<Item, State> extends Watched<Item, State> {
  readonly state: State | undefined;
}

/** What can be changed by the tests of a watch. */
export interface WatchClock {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Waits before the next reading; the signal ends the wait early. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface SourceWatchOptions<Item, State> extends WatchClock {
  read(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, State>>;
  /** Maximum number of ids per call of `read`. */
  readonly maxIds: number;
  /** True if `item` reports an earlier change than `other`, which arrived before it. */
  isOlder(item: Item, other: Item): boolean;
  /** True if the source returns the state that the event tells, or a later one. */
  isReturned(watched: Watched<Item, State>, state: State | undefined): boolean;
  /** Keeps later results of these cache tags for seconds only; see `TaggedCache.hold`. */
  hold(tags: readonly string[], ms: number): Promise<void>;
  onCaughtUp(caughtUp: readonly CaughtUp<Item, State>[]): Promise<void>;
  /** Called with items that the source did not return within `MAX_SOURCE_LAG_MS`. */
  onGivenUp(items: readonly Item[]): void;
  onError(error: unknown): void;
}

interface Entry<Item, State> extends Watched<Item, State> {
  readonly addedAt: number;
  first?: { readonly state: State | undefined };
}

/** Above this number, further items are not watched: their results are held once. */
const MAX_WATCHED = 10_000;
/** Changes within this time share one reading. */
const MIN_INTERVAL_MS = 100;

/** Creates the watch. It runs only while there are watched items. */
export function createSourceWatch<Item extends { readonly id: string }, State>(
  options: SourceWatchOptions<Item, State>,
): SourceWatch<Item, State> {
  const { read, maxIds, isOlder, isReturned, hold, onCaughtUp, onGivenUp, onError } = options;
  const { now = Date.now, wait = pause } = options;
  const watched = new Map<string, Entry<Item, State>>();
  const closing = new AbortController();
  let added = new AbortController();
  let running: Promise<void> | undefined;

  /** Reads a part of the watched items. Items that are added meanwhile are read the next time. */
  const readPart = async (entries: readonly Entry<Item, State>[]) => {
    const states = await read(
      entries.map(({ item }) => item.id),
      closing.signal,
    );
    const caughtUp: CaughtUp<Item, State>[] = [];
    for (const entry of entries.filter((entry) => watched.get(entry.item.id) === entry)) {
      const state = states.get(entry.item.id);
      if (!isReturned(entry, state)) {
        entry.first = { state: entry.first?.state ?? state };
        continue;
      }
      watched.delete(entry.item.id);
      if (entry.first) caughtUp.push({ ...entry, state });
    }
    if (caughtUp.length > 0) await onCaughtUp(caughtUp);
  };
  const giveUp = () => {
    const late = [...watched.values()].filter(({ addedAt }) => now() - addedAt > MAX_SOURCE_LAG_MS);
    for (const { item } of late) watched.delete(item.id);
    if (late.length > 0) onGivenUp(late.map(({ item }) => item));
  };
  const readAll = async () => {
    for (const part of chunks([...watched.values()], maxIds)) {
      if (closing.signal.aborted) return;
      await readPart(part).catch((error: unknown) => {
        if (!closing.signal.aborted) onError(error);
      });
    }
  };
  const run = async () => {
    while (watched.size > 0 && !closing.signal.aborted) {
      added = new AbortController();
      const startedAt = now();
      await readAll();
      giveUp();
      const rest = [...watched.values()];
      if (rest.length === 0) continue;
      const delayMs = rereadDelayMs(now() - Math.max(...rest.map(({ addedAt }) => addedAt)));
      const readMs = now() - startedAt;
      await hold([...new Set(rest.flatMap(({ tags }) => tags))], readMs + delayMs + HOLD_MS);
      await wait(delayMs, AbortSignal.any([added.signal, closing.signal]));
      await wait(MIN_INTERVAL_MS, closing.signal);
    }
    running = undefined;
  };

  return {
    add(items, tags, first) {
      for (const item of items) {
        const known = watched.get(item.id);
        if (known ? isOlder(item, known.item) : watched.size >= MAX_WATCHED) continue;
        const entry = { item, tags, addedAt: now(), ...(first !== undefined && { first: { state: first } }) };
        watched.set(item.id, entry);
      }
      added.abort();
      if (watched.size > 0) running ??= run().catch(onError);
    },
    end(id, isRead) {
      const entry = watched.get(id);
      if (entry && isRead(entry.item)) watched.delete(id);
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}
