import type { GraphQLError } from 'graphql';
import { inputError } from '../../core/errors.ts';
import type { Asset } from '../../providers/media/asset.ts';
import type { ChangedAsset } from '../../sync/changes.ts';
import { createCoalescingQueue, type CoalescingQueue } from './coalescingQueue.ts';

/** Reads an asset from the media provider; null when there is none. @throws UpstreamError */
export type ReadAsset = (id: string) => Promise<Asset | null>;

/** Tells those who watch assets what becomes of them. */
export interface AssetStatusFeed {
  /**
   * Yields an asset as it is, and again after each change. It ends when the asset is deleted, and fails with `NOT_FOUND`
   * when the media provider has no such asset.
   */
  watch(id: string, onFull: () => void): CoalescingQueue<Asset>;
  notify(changed: ChangedAsset): void;
  readonly watchers: number;
}

/** Milliseconds after which an asset that is being prepared is looked at again, should the news of it be lost. */
const LOOK_AGAIN = 2_000;
/** The same at most, where looking at it fails: twice as long each time. */
const LONGEST_WAIT = 60_000;

interface Watcher {
  readonly id: string;
  readonly mailbox: CoalescingQueue<Asset>;
  /** What was told last, as JSON: deliveries come twice, and of what the graph does not show. */
  last?: string;
  timer?: NodeJS.Timeout;
  /** Looks that have failed, one after the other. */
  failures: number;
}

/** News of assets in this gateway. */
export function createAssetStatusFeed(readAsset: ReadAsset): AssetStatusFeed {
  const watchers = new Set<Watcher>();

  const lookSoon = (watcher: Watcher, wait = LOOK_AGAIN): void => {
    if (watchers.has(watcher)) watcher.timer = setTimeout(() => look(watcher), wait).unref();
  };
  const look = (watcher: Watcher): void => {
    const { last, id } = watcher;
    void readAsset(id).then(
      (asset) => {
        watcher.failures = 0;
        // What has been told meanwhile is newer.
        if (watcher.last === last) tellWatcher(watcher, asset);
      },
      () => lookSoon(watcher, Math.min(LOOK_AGAIN * 2 ** watcher.failures++, LONGEST_WAIT)),
    );
  };
  const tellWatcher = (watcher: Watcher, asset: Asset | null): void => {
    const { id, mailbox, last } = watcher;
    clearTimeout(watcher.timer);
    if (!asset) {
      if (last === undefined) mailbox.fail(notFound(id));
      else mailbox.end();
      return;
    }
    const text = JSON.stringify(asset);
    if (text !== last) mailbox.push(id, asset);
    watcher.last = text;
    if (asset.status === 'preparing') lookSoon(watcher);
  };

  return {
    watch(id, onFull) {
      const mailbox = createCoalescingQueue<Asset>({
        delayMs: 0,
        maxKeys: 1,
        onFull,
        onClosed() {
          watchers.delete(watcher);
          clearTimeout(watcher.timer);
        },
      });
      const watcher: Watcher = { id, mailbox, failures: 0 };
      watchers.add(watcher);
      look(watcher);
      return mailbox;
    },
    notify({ id, asset }) {
      for (const watcher of watchers) if (watcher.id === id) tellWatcher(watcher, asset);
    },
    get watchers() {
      return watchers.size;
    },
  };
}

const notFound = (id: string): GraphQLError =>
  inputError(
    `expected the id of a film in the media library, got ${JSON.stringify(id.slice(0, 40))}, of which there is none; take it from \`Video.id\``,
    'NOT_FOUND',
  );
