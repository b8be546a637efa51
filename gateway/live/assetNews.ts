import type { ChangedAsset } from '../changes.ts';
import type { Asset } from '../media/asset.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';

/** The asset as the library has it now; null when it has none. */
export type ReadAsset = (id: string) => Promise<Asset | null>;

/** Tells those who watch assets what becomes of them. */
export interface AssetNews {
  /** An asset as it is, and again whenever it is another; ends when there is none, and at once where there never was. */
  watch(id: string, onFull: () => void): Mailbox<Asset>;
  tell(changed: ChangedAsset): void;
  /** Where assets are read from. */
  readFrom(read: ReadAsset): void;
  readonly watchers: number;
}

/** Milliseconds after which an asset that is being prepared is looked at again, should the news of it be lost. */
const LOOK_AGAIN = 2_000;

interface Watcher {
  readonly id: string;
  readonly mailbox: Mailbox<Asset>;
  /** What was told last, as JSON: deliveries come twice, and of what the graph does not show. */
  last?: string;
  timer?: NodeJS.Timeout;
}

/** News of assets in this gateway. */
export function createAssetNews(): AssetNews {
  const watchers = new Set<Watcher>();
  let read: ReadAsset = async () => null;

  const lookSoon = (watcher: Watcher): void => {
    if (watchers.has(watcher)) watcher.timer = setTimeout(() => look(watcher), LOOK_AGAIN).unref();
  };
  const look = (watcher: Watcher): void => {
    const { last } = watcher;
    void read(watcher.id)
      // What has been told meanwhile is newer.
      .then((asset) => {
        if (watcher.last === last) tellWatcher(watcher, asset);
      })
      .catch(() => lookSoon(watcher));
  };
  const tellWatcher = (watcher: Watcher, asset: Asset | null): void => {
    clearTimeout(watcher.timer);
    if (!asset) {
      watcher.mailbox.end();
      return;
    }
    const text = JSON.stringify(asset);
    if (text !== watcher.last) watcher.mailbox.put(watcher.id, asset);
    watcher.last = text;
    if (asset.status === 'preparing') lookSoon(watcher);
  };

  return {
    watch(id, onFull) {
      const mailbox = createMailbox<Asset>({
        settle: 0,
        most: 1,
        onFull,
        onClosed() {
          watchers.delete(watcher);
          clearTimeout(watcher.timer);
        },
      });
      const watcher: Watcher = { id, mailbox };
      watchers.add(watcher);
      look(watcher);
      return mailbox;
    },
    tell({ id, asset }) {
      for (const watcher of watchers) if (watcher.id === id) tellWatcher(watcher, asset);
    },
    readFrom(source) {
      read = source;
    },
    get watchers() {
      return watchers.size;
    },
  };
}
