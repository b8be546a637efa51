import { GraphQLError } from 'graphql';
import type { ChangedAsset } from '../changes.ts';
import { type ErrorCode, inputError } from '../errors.ts';
import type { Asset } from '../media/asset.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { type AssetSource, createSeeker, MOST_SOUGHT } from './seeker.ts';

/** Tells those who watch assets what becomes of them. */
export interface AssetNews {
  /**
   * An asset as it is, and again whenever it is another; ends when there is none any more. Where there never was one, or
   * too many are waited for already, it ends with an error.
   * @param who watches
   */
  watch(id: string, who: string, onFull: () => void): Mailbox<Asset>;
  tell(changed: ChangedAsset): void;
  /** Where assets are read from. */
  readFrom(source: AssetSource): void;
  readonly watchers: number;
}

/** Milliseconds after which an asset that is being prepared is looked at again, should the news of it be lost. */
const LOOK_AGAIN = 2_000;
/** The same at most, where looking at it fails: twice as long each time. */
const LONGEST_WAIT = 60_000;

interface Watcher {
  readonly id: string;
  readonly who: string;
  readonly mailbox: Mailbox<Asset>;
  /** What was told last, as JSON: deliveries come twice, and of what the graph does not show. */
  last?: string;
  timer?: NodeJS.Timeout;
  /** Looks that have failed, one after the other. */
  failures: number;
}

/** News of assets in this gateway. */
export function createAssetNews(): AssetNews {
  const watchers = new Set<Watcher>();
  let source: AssetSource = { known: () => null, read: async () => null };
  let seeker = createSeeker(source);

  const lookSoon = (watcher: Watcher, wait = LOOK_AGAIN): void => {
    if (watchers.has(watcher)) watcher.timer = setTimeout(() => look(watcher), wait).unref();
  };
  const look = (watcher: Watcher): void => {
    const { last, id, who, mailbox } = watcher;
    const held = source.known(id);
    const found = held === undefined ? seeker.seek(who, id, () => watchers.has(watcher)) : held;
    if (found === undefined) {
      mailbox.fail(tooManySought());
      return;
    }
    void Promise.resolve(found).then(
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
    if (text !== last) mailbox.put(id, asset);
    watcher.last = text;
    if (asset.status === 'preparing') lookSoon(watcher);
  };

  return {
    watch(id, who, onFull) {
      const mailbox = createMailbox<Asset>({
        settle: 0,
        most: 1,
        onFull,
        onClosed() {
          watchers.delete(watcher);
          clearTimeout(watcher.timer);
        },
      });
      const watcher: Watcher = { id, who, mailbox, failures: 0 };
      watchers.add(watcher);
      look(watcher);
      return mailbox;
    },
    tell({ id, asset }) {
      for (const watcher of watchers) if (watcher.id === id) tellWatcher(watcher, asset);
    },
    readFrom(library) {
      source = library;
      seeker = createSeeker(library);
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

const tooManySought = (): GraphQLError =>
  new GraphQLError(
    `expected at most ${MOST_SOUGHT} films at once that have yet to be looked for, got more; watch the others once these have been told`,
    { extensions: { code: 'RATE_LIMITED' satisfies ErrorCode, retryAfter: MOST_SOUGHT } },
  );
