import { setTimeout as sleep } from 'node:timers/promises';
import { UpstreamError } from '../../core/errors.ts';
import { createSingleFlight } from '../../core/singleFlight.ts';
import { type Asset, isMuxId } from './asset.ts';
import { createAssetStore, type StoredAsset } from './assetStore.ts';
import type { MediaClient } from './client.ts';
import { createRequestScheduler, type ReserveSlot, type Urgency } from './requestScheduler.ts';

/** The account's assets, held in memory, so that readers seldom wait for Mux and never cost it more than it allows. */
export interface AssetCache {
  /**
   * Begins to read the whole account in the background.
   * @returns resolves when it has been read once; it never rejects: while Mux fails, the read is retried
   */
  start(): Promise<void>;
  /** Calls the listener with the id of each asset that a later read found changed without an event. */
  onChanged(listener: (id: string) => void): void;
  /**
   * The assets of these ids, in their order; null for each that does not exist. What is held is answered at once, and
   * what is asked by many is asked of Mux once. Each promise rejects with its own `UpstreamError`.
   */
  load(ids: readonly string[]): Promise<Asset | null>[];
  /**
   * The asset of an id that a client has sent, or null. Requests to Mux that others wait for go first.
   * @throws UpstreamError
   */
  lookUp(id: string): Promise<Asset | null>;
  /** The asset that is played by this playback id, or null. */
  loadByPlaybackId(playbackId: string): Promise<Asset | null>;
  /**
   * Reads an asset of which there is news, whatever is held of it and whoever asks for it already.
   * @throws UpstreamError
   */
  refresh(id: string): Promise<Asset | null>;
  /** Takes news of an asset that was read elsewhere; answers to questions asked earlier will not undo it. */
  apply(id: string, asset: Asset | null): void;
  /**
   * Reads the whole account again; what differs from what was held is told.
   * @throws UpstreamError
   */
  reread(): Promise<void>;
  /** Ends all reading. */
  close(): void;
}

interface AssetCacheOptions {
  readonly freshness?: Partial<Freshness>;
  readonly reserveSlot?: ReserveSlot | undefined;
}

/** How long things are held to be true, in milliseconds. */
export interface Freshness {
  /** Then an asset is read again behind the reader's back. */
  fresh: number;
  /** The same for an asset that is being encoded. */
  preparing: number;
  /** Then an asset is no longer answered without Mux. */
  stale: number;
  /** Then an id that Mux did not know is asked again. */
  absent: number;
  /** Between two attempts at what has failed. */
  retry: number;
}

const FRESHNESS: Freshness = {
  fresh: 5 * 60_000,
  preparing: 4_000,
  stale: 60 * 60_000,
  absent: 30_000,
  retry: 2_000,
};
/** Attempts at reading the account are never further apart than this many milliseconds. */
const LONGEST_RETRY = 60_000;
/** Assets held at most: some 20 MB. */
const MOST_ASSETS = 10_000;
/** From this many missing ids on, a page of the list is cheaper than asking for each. */
const WORTH_A_PAGE = 4;
const PAGE_SIZE = 100;
/** No asset has this id. */
const NEWEST_PAGE = 'newest page';

/** Creates an empty cache; `start` fills it. */
export function createAssetCache(
  client: MediaClient,
  { freshness = {}, reserveSlot }: AssetCacheOptions = {},
): AssetCache {
  const { fresh, preparing, stale, absent, retry } = { ...FRESHNESS, ...freshness };
  const held = createAssetStore(MOST_ASSETS);
  const closed = new AbortController();
  const scheduler = createRequestScheduler(reserveSlot, closed.signal);
  const assetReads = createSingleFlight<string, Asset | null>();
  const playbackIdReads = createSingleFlight<string, string | null>();
  const revalidations = createSingleFlight<string, unknown>();
  const listeners = new Set<(id: string) => void>();
  const notifyChanged = (id: string) => {
    for (const listener of listeners) listener(id);
  };
  let filled: Promise<void> | undefined;
  let sweeping: Promise<void> | undefined;
  const isSweeping = () => sweeping !== undefined;
  let pageArrived = Promise.withResolvers<void>();
  const tellOfPage = () => {
    pageArrived.resolve();
    pageArrived = Promise.withResolvers();
  };
  let sweptFrom = Number.NEGATIVE_INFINITY;
  let sweepAgainAt = 0;

  const keep = (id: string, asset: Asset | null, order: number): Asset | null => {
    const before = held.get(id);
    const now = held.put(id, asset, order);
    if (before && JSON.stringify(before.asset) !== JSON.stringify(now)) notifyChanged(id);
    return now;
  };
  const ask = (id: string, urgency: Urgency) =>
    // Readers never share a request that waits behind theirs.
    assetReads.run(`${urgency} ${id}`, () =>
      scheduler.run(urgency, async () => {
        const order = held.begin();
        return keep(id, await client.asset(id, closed.signal), order);
      }),
    );
  const page = (cursor: string | undefined, urgency: Urgency) =>
    scheduler.run(urgency, async () => {
      const order = held.begin();
      const { assets, next } = await client.listAssets(cursor, closed.signal);
      for (const asset of assets) keep(asset.id, asset, order);
      return next;
    });

  /** Reads the whole account, page by page. */
  const sweep = (): Promise<void> => {
    sweeping ??= (async () => {
      const from = performance.now();
      const begun = held.begin();
      let next: string | undefined;
      for (let read = 0; read < MOST_ASSETS / PAGE_SIZE; read++) {
        next = await page(next, 'background');
        tellOfPage();
        if (next === undefined) break;
      }
      // Where the account is larger than the mirror, silence says nothing.
      if (next === undefined) for (const id of held.forgetUnseen(begun)) notifyChanged(id);
      sweptFrom = from;
    })().finally(() => {
      sweeping = undefined;
      sweepAgainAt = performance.now() + retry;
      tellOfPage();
    });
    return sweeping;
  };
  const fill = async () => {
    for (let wait = retry; !closed.signal.aborted; wait = Math.min(2 * wait, LONGEST_RETRY)) {
      try {
        return await sweep();
      } catch {
        await sleep(wait, undefined, { ref: false, signal: closed.signal }).catch(() => {});
      }
    }
  };

  const revalidate = (id: string, { asset, readAt }: StoredAsset) => {
    // An asset that the last sweep did not reach, and one that is changing, is read by itself.
    if (asset?.status === 'preparing' || sweptFrom > readAt) void revalidations.run(id, () => again(id));
    else if (!isSweeping() && performance.now() >= sweepAgainAt) sweep().catch(() => {});
  };
  const again = (id: string) =>
    ask(id, 'background').catch(() =>
      sleep(retry, undefined, { ref: false, signal: closed.signal }).catch(() => {}),
    );

  /** What can be answered without waiting. */
  const known = (id: string): StoredAsset | undefined => {
    const holding = held.get(id);
    if (!holding) return undefined;
    const age = performance.now() - holding.readAt;
    if (holding.asset === null) return age > absent ? undefined : holding;
    if (age > stale) return undefined;
    if (age > (holding.asset.status === 'preparing' ? preparing : fresh)) revalidate(id, holding);
    return holding;
  };
  /** Looks for what is missing in pages of the list: in those that are coming, or for many in the newest. */
  const findInPages = async (missing: readonly string[]) => {
    if (isSweeping()) {
      do await pageArrived.promise;
      while (isSweeping() && missing.filter((id) => !known(id)).length >= WORTH_A_PAGE);
    } else if (missing.length >= WORTH_A_PAGE) {
      await revalidations.run(NEWEST_PAGE, () => page(undefined, 'reader')).catch(() => {});
    }
  };
  const answer = async (
    id: string,
    searched: Promise<void> | undefined,
    urgency: Urgency,
  ): Promise<Asset | null> => {
    if (!isMuxId(id)) return null;
    const holding = known(id);
    if (holding) return holding.asset;
    await searched;
    const found = known(id);
    return found ? found.asset : ask(id, urgency);
  };

  const load = (ids: readonly string[], urgency: Urgency = 'reader') => {
    const missing = ids.filter((id) => isMuxId(id) && !known(id));
    const searched = missing.length > 0 ? findInPages(missing) : undefined;
    const answers = ids.map((id) => answer(id, searched, urgency));
    // Somebody who has gone meanwhile does not take up the answer.
    for (const answered of answers) answered.catch(() => {});
    return answers;
  };

  return {
    start() {
      filled ??= fill();
      return filled;
    },
    onChanged(listener) {
      listeners.add(listener);
    },
    load,
    lookUp: (id) => load([id], 'unknownId')[0] as Promise<Asset | null>,
    async loadByPlaybackId(playbackId) {
      if (!isMuxId(playbackId)) return null;
      const id =
        held.assetIdOf(playbackId) ??
        (await playbackIdReads.run(playbackId, () =>
          scheduler.run('reader', () => client.assetIdOf(playbackId, closed.signal)),
        ));
      return id === null ? null : ((await load([id])[0]) ?? null);
    },
    refresh: (id) =>
      scheduler.run('reader', async () => {
        const order = held.begin();
        return held.put(id, await client.asset(id, closed.signal), order);
      }),
    apply(id, asset) {
      held.put(id, asset, held.begin());
    },
    async reread() {
      // One that runs may have passed what has changed since.
      await sweeping?.catch(() => {});
      await sweep();
    },
    close: () => closed.abort(closing()),
  };
}

/** What requests fail with that wait when the gateway closes. */
const closing = () =>
  new UpstreamError('media', 'UPSTREAM_UNAVAILABLE', new Error('the gateway is closing'), undefined, true);
