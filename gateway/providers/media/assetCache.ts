import { UpstreamError } from '../../core/errors.ts';
import { pause } from '../../services/scheduling/pause.ts';
import { createSingleFlight } from '../../services/scheduling/singleFlight.ts';
import { type Asset, isMuxId } from './asset.ts';
import { createAssetFetcher } from './assetFetcher.ts';
import { createAssetStore, type StoredAsset } from './assetStore.ts';
import type { MediaClient } from './client.ts';
import { createRequestScheduler, type RequestPriority, type ReserveSlot } from './requestScheduler.ts';

/** Caches the assets of the account in memory, because Mux's rate limit does not allow a request per client. */
export interface AssetCache {
  /**
   * Starts to read the whole account in the background.
   * @returns resolves when it has been read once; it never rejects: while Mux fails, the read is retried
   */
  start(): Promise<void>;
  /** Calls the listener with the id of each asset that a later read found changed without an event. */
  onChanged(listener: (id: string) => void): void;
  /**
   * Returns a cached asset, and reads it again in the background if necessary; null if Mux has no such asset, undefined if
   * it has to be loaded.
   */
  peek(id: string): Asset | null | undefined;
  /**
   * Returns the assets in the order of the ids; null for each that does not exist. Cached assets need no request, and
   * concurrent loads of an asset share one. Each promise rejects with its own `UpstreamError`.
   */
  load(ids: readonly string[]): Promise<Asset | null>[];
  /**
   * Loads the asset of an id from a client, which may not exist; null if so. All other requests to Mux take precedence.
   * @throws UpstreamError
   */
  loadUnverified(id: string): Promise<Asset | null>;
  /** Loads the asset of a playback id; null if there is none. @throws UpstreamError */
  loadByPlaybackId(playbackId: string): Promise<Asset | null>;
  /**
   * Reads an asset after an event, even if it is cached or a read is in progress. The priority is `foreground` by default.
   * @throws UpstreamError
   */
  refresh(id: string, priority?: RequestPriority): Promise<Asset | null>;
  /** Stores an asset that another gateway has read. Responses to earlier requests do not overwrite it. */
  apply(id: string, asset: Asset | null): void;
  /** Reads the whole account again and reports the changed assets. @throws UpstreamError */
  refreshAll(): Promise<void>;
  /** Ends background reads and rejects waiting requests. */
  close(): void;
}

interface AssetCacheOptions {
  readonly freshness?: Partial<Freshness>;
  readonly reserveSlot?: ReserveSlot | undefined;
  /** Time between the starts of two requests. Default: what the rate limit of Mux allows. */
  readonly requestIntervalMs?: number | undefined;
}

export interface Freshness {
  /** A cached asset is returned and read again in the background after this time. */
  freshMs: number;
  /** The same for an asset with the status `preparing`. */
  preparingMs: number;
  /** A cached asset is not returned without a read after this time. */
  maxStaleMs: number;
  /** An id that Mux did not know is read again after this time. */
  missingMs: number;
  /** Delay between attempts after a failure. */
  retryMs: number;
}

const FRESHNESS: Freshness = {
  freshMs: 5 * 60_000,
  preparingMs: 4_000,
  maxStaleMs: 60 * 60_000,
  missingMs: 30_000,
  retryMs: 2_000,
};
const MAX_RETRY_DELAY_MS = 60_000;
/** About 20 MB. */
const MAX_ASSETS = 10_000;
/** For this many missing ids, a page of the list is cheaper than a request for each. */
const MIN_MISSING_FOR_PAGE = 4;
/** The single-flight key of the newest page; no asset has this id. */
const NEWEST_PAGE = 'newest page';

/** Creates an empty cache; `start` fills it. */
export function createAssetCache(
  client: MediaClient,
  { freshness = {}, reserveSlot, requestIntervalMs }: AssetCacheOptions = {},
): AssetCache {
  const { freshMs, preparingMs, maxStaleMs, missingMs, retryMs } = { ...FRESHNESS, ...freshness };
  const closed = new AbortController();
  const { signal } = closed;
  const store = createAssetStore(MAX_ASSETS);
  const scheduler = createRequestScheduler(reserveSlot, signal, requestIntervalMs);
  const listeners = new Set<(id: string) => void>();
  const fetcher = createAssetFetcher({
    client,
    store,
    scheduler,
    maxAssets: MAX_ASSETS,
    signal,
    onChanged(id) {
      for (const listener of listeners) listener(id);
    },
  });
  const playbackIdReads = createSingleFlight<string, string | null>();
  const revalidations = createSingleFlight<string, unknown>();
  let filled: Promise<void> | undefined;

  const fill = async () => {
    for (let delayMs = retryMs; !signal.aborted; delayMs = Math.min(2 * delayMs, MAX_RETRY_DELAY_MS)) {
      try {
        return await fetcher.readAll();
      } catch {
        await pause(delayMs, signal);
      }
    }
  };

  const revalidate = (id: string, { asset, readAt }: StoredAsset) => {
    const isUnlisted = fetcher.readAllStartedAt > readAt;
    if (asset?.status === 'preparing' || isUnlisted)
      void revalidations.run(id, () =>
        fetcher.readAsset(id, 'background').catch(() => pause(retryMs, signal)),
      );
    else if (!fetcher.isReadingAll && performance.now() >= fetcher.readAllEndedAt + retryMs)
      fetcher.readAll().catch(() => {});
  };

  /** Returns the stored asset if it can be used without waiting, and revalidates it if necessary. */
  const cached = (id: string): StoredAsset | undefined => {
    const stored = store.get(id);
    if (!stored) return undefined;
    const age = performance.now() - stored.readAt;
    if (stored.asset === null) return age > missingMs ? undefined : stored;
    if (age > maxStaleMs) return undefined;
    if (age > (stored.asset.status === 'preparing' ? preparingMs : freshMs)) revalidate(id, stored);
    return stored;
  };
  /** Searches pages of the list: the pages of a read in progress, or the newest page for several ids. */
  const searchPages = async (missing: readonly string[]) => {
    if (fetcher.isReadingAll) {
      do await fetcher.nextPage();
      while (fetcher.isReadingAll && missing.filter((id) => !cached(id)).length >= MIN_MISSING_FOR_PAGE);
    } else if (missing.length >= MIN_MISSING_FOR_PAGE) {
      await revalidations.run(NEWEST_PAGE, () => fetcher.readPage(undefined, 'foreground')).catch(() => {});
    }
  };
  const loadOne = async (
    id: string,
    pageSearch: Promise<void> | undefined,
    priority: RequestPriority,
  ): Promise<Asset | null> => {
    if (!isMuxId(id)) return null;
    const known = cached(id);
    if (known) return known.asset;
    await pageSearch;
    const found = cached(id);
    return found ? found.asset : fetcher.readAsset(id, priority);
  };

  const load = (ids: readonly string[], priority: RequestPriority = 'foreground') => {
    const missing = ids.filter((id) => isMuxId(id) && !cached(id));
    const pageSearch = missing.length > 0 ? searchPages(missing) : undefined;
    const assets = ids.map((id) => loadOne(id, pageSearch, priority));
    // The caller may have gone, which leaves a rejection unhandled.
    for (const asset of assets) asset.catch(() => {});
    return assets;
  };

  return {
    start() {
      filled ??= fill();
      return filled;
    },
    onChanged(listener) {
      listeners.add(listener);
    },
    peek: (id) => cached(id)?.asset,
    load,
    loadUnverified: (id) => load([id], 'unknownId')[0] as Promise<Asset | null>,
    async loadByPlaybackId(playbackId) {
      if (!isMuxId(playbackId)) return null;
      const id =
        store.assetIdOf(playbackId) ??
        (await playbackIdReads.run(playbackId, () =>
          scheduler.run('foreground', () => client.assetIdOf(playbackId, signal)),
        ));
      return id === null ? null : ((await load([id])[0]) ?? null);
    },
    refresh: (id, priority = 'foreground') =>
      scheduler.run(priority, async () => {
        const order = store.nextOrder();
        return store.put(id, await client.asset(id, signal), order);
      }),
    apply(id, asset) {
      store.put(id, asset, store.nextOrder());
    },
    async refreshAll() {
      // A read in progress may have passed the changed assets.
      await fetcher.currentReadAll?.catch(() => {});
      await fetcher.readAll();
    },
    close: () => closed.abort(closing()),
  };
}

/** The error of requests that wait when the gateway closes. */
const closing = () =>
  new UpstreamError('media', 'UPSTREAM_UNAVAILABLE', new Error('the gateway is closing'), undefined, true);
