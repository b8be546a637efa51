import type { GraphQLError } from 'graphql';
import type { ChangedAsset } from '../../core/change.ts';
import { inputError } from '../../core/errors.ts';
import { toGlobalId } from '../../core/relay.ts';
import type { Asset } from '../../providers/media/asset.ts';
import { type CoalescingQueue, createCoalescingQueue } from './coalescingQueue.ts';

/** Reads an asset from the media provider; null if there is none. @throws UpstreamError */
export type ReadAsset = (id: string) => Promise<Asset | null>;

/** Reports the states of media assets to their watchers. */
export interface AssetStatusFeed {
  /**
   * Yields an asset now and after each change, until it is deleted. Fails with `NOT_FOUND` if the media provider has no
   * such asset.
   */
  watch(id: string, onFull: () => void): CoalescingQueue<Asset>;
  /** Reports a changed asset to its watchers. */
  notify(changed: ChangedAsset<Asset>): void;
  readonly watchers: number;
}

/** Interval at which an asset in preparation is read again, in case its webhook is lost. */
const POLL_INTERVAL_MS = 2_000;
/** Upper limit of the interval, which doubles with each failed read. */
const MAX_POLL_INTERVAL_MS = 60_000;

interface Watcher {
  readonly id: string;
  readonly queue: CoalescingQueue<Asset>;
  /** The last reported state as JSON. Webhooks arrive repeatedly, and for attributes that the graph does not have. */
  lastState?: string;
  timer?: NodeJS.Timeout;
  /** Consecutive failed reads. */
  failures: number;
}

/** Creates the feed of one gateway. */
export function createAssetStatusFeed(readAsset: ReadAsset): AssetStatusFeed {
  const watchers = new Set<Watcher>();

  const scheduleRead = (watcher: Watcher, delayMs = POLL_INTERVAL_MS): void => {
    if (watchers.has(watcher)) watcher.timer = setTimeout(() => read(watcher), delayMs).unref();
  };
  const read = (watcher: Watcher): void => {
    const { lastState, id } = watcher;
    void readAsset(id).then(
      (asset) => {
        watcher.failures = 0;
        // A state reported during the read is newer.
        if (watcher.lastState === lastState) report(watcher, asset);
      },
      () => scheduleRead(watcher, Math.min(POLL_INTERVAL_MS * 2 ** watcher.failures++, MAX_POLL_INTERVAL_MS)),
    );
  };
  const report = (watcher: Watcher, asset: Asset | null): void => {
    const { id, queue, lastState } = watcher;
    clearTimeout(watcher.timer);
    if (!asset) {
      if (lastState === undefined) queue.fail(assetNotFound(id));
      else queue.end();
      return;
    }
    const state = JSON.stringify(asset);
    if (state !== lastState) queue.push(id, asset);
    watcher.lastState = state;
    if (asset.status === 'preparing') scheduleRead(watcher);
  };

  return {
    watch(id, onFull) {
      const queue = createCoalescingQueue<Asset>({
        delayMs: 0,
        maxKeys: 1,
        onFull,
        onClosed() {
          watchers.delete(watcher);
          clearTimeout(watcher.timer);
        },
      });
      const watcher: Watcher = { id, queue, failures: 0 };
      watchers.add(watcher);
      read(watcher);
      return queue;
    },
    notify({ id, asset }) {
      for (const watcher of watchers) if (watcher.id === id) report(watcher, asset);
    },
    get watchers() {
      return watchers.size;
    },
  };
}

const assetNotFound = (id: string): GraphQLError =>
  inputError(
    `expected the id of a video in the media library, got ${JSON.stringify(toGlobalId('Video', id))}, which does not exist; use a \`Video.id\``,
    'NOT_FOUND',
  );
