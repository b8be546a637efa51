import { createSingleFlight } from '../../services/scheduling/singleFlight.ts';
import { runForCaller } from '../../services/upstream/caller.ts';
import type { Asset } from './asset.ts';
import type { AssetStore } from './assetStore.ts';
import { ASSETS_PER_PAGE, type MediaClient } from './client.ts';
import type { RequestPriority, RequestScheduler } from './requestScheduler.ts';

/** Reads assets of the Mux account into the store, one by one or page by page. */
export interface AssetFetcher {
  /** Reads an asset; concurrent reads with the same priority share one request. @throws UpstreamError */
  readAsset(id: string, priority: RequestPriority): Promise<Asset | null>;
  /** Reads a page of the asset list. @returns the cursor of the next page @throws UpstreamError */
  readPage(cursor: string | undefined, priority: RequestPriority): Promise<string | undefined>;
  /** Reads the whole account in the background; concurrent calls share it. @throws UpstreamError */
  readAll(): Promise<void>;
  /** The `readAll` in progress. */
  readonly currentReadAll: Promise<void> | undefined;
  readonly isReadingAll: boolean;
  /** Resolves when `readAll` has stored its next page, or has ended. */
  nextPage(): Promise<void>;
  /** `performance.now()` at the start of the last successful `readAll`. */
  readonly readAllStartedAt: number;
  /** `performance.now()` at the end of the last `readAll`, successful or not. */
  readonly readAllEndedAt: number;
}

interface AssetFetcherOptions {
  readonly client: MediaClient;
  readonly store: AssetStore;
  readonly scheduler: RequestScheduler;
  readonly maxAssets: number;
  /** Aborts all requests. */
  readonly signal: AbortSignal;
  /** Receives the id of each stored asset that a read found changed. */
  onChanged(id: string): void;
}

export function createAssetFetcher(options: AssetFetcherOptions): AssetFetcher {
  const { client, store, scheduler, maxAssets, signal, onChanged } = options;
  const assetReads = createSingleFlight<string, Asset | null>();
  let currentReadAll: Promise<void> | undefined;
  let pageRead = Promise.withResolvers<void>();
  let readAllStartedAt = Number.NEGATIVE_INFINITY;
  let readAllEndedAt = Number.NEGATIVE_INFINITY;

  const resolvePageRead = () => {
    pageRead.resolve();
    pageRead = Promise.withResolvers();
  };
  const put = (id: string, asset: Asset | null, order: number): Asset | null => {
    const before = store.get(id);
    const stored = store.put(id, asset, order);
    if (before && JSON.stringify(before.asset) !== JSON.stringify(stored)) onChanged(id);
    return stored;
  };
  const readPage = (cursor: string | undefined, priority: RequestPriority) =>
    scheduler.run(priority, async () => {
      const order = store.nextOrder();
      const { assets, next } = await client.listAssets(cursor, signal);
      for (const asset of assets) put(asset.id, asset, order);
      return next;
    });
  const readPages = async () => {
    const startedAt = performance.now();
    const order = store.nextOrder();
    let next: string | undefined;
    for (let pages = 0; pages < maxAssets / ASSETS_PER_PAGE; pages++) {
      next = await readPage(next, 'background');
      resolvePageRead();
      if (next === undefined) break;
    }
    // If the listing was cut short, an asset missing from it may still exist.
    if (next === undefined) for (const id of store.removeUnseen(order)) onChanged(id);
    readAllStartedAt = startedAt;
  };

  return {
    // A read of a higher priority must not wait for one of a lower priority.
    readAsset: (id, priority) =>
      assetReads.run(`${priority} ${id}`, () =>
        scheduler.run(priority, async () => {
          const order = store.nextOrder();
          return put(id, await client.asset(id, signal), order);
        }),
      ),
    readPage,
    readAll() {
      // The caller whose operation found old assets does not pay for all of them.
      currentReadAll ??= runForCaller(undefined, readPages).finally(() => {
        currentReadAll = undefined;
        readAllEndedAt = performance.now();
        resolvePageRead();
      });
      return currentReadAll;
    },
    get currentReadAll() {
      return currentReadAll;
    },
    get isReadingAll() {
      return currentReadAll !== undefined;
    },
    nextPage: () => pageRead.promise,
    get readAllStartedAt() {
      return readAllStartedAt;
    },
    get readAllEndedAt() {
      return readAllEndedAt;
    },
  };
}
