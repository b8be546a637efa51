import { setTimeout as sleep } from 'node:timers/promises';
import { type Asset, isMuxId } from './asset.ts';
import type { MediaClient } from './client.ts';
import { createHoldings, type Holding } from './holdings.ts';
import { createPace, type TakePlace, type Urgency } from './pace.ts';

/** The account's assets, held in memory, so that readers seldom wait for Mux and never cost it more than it allows. */
export interface Mirror {
  /** Resolves when the whole account has been read once. It never rejects: while Mux fails, reading is tried again. */
  readonly ready: Promise<void>;
  /**
   * The assets of these ids, in their order; null for each that does not exist. What is held is answered at once, and
   * what is asked by many is asked of Mux once. Each promise rejects with its own `UpstreamError`.
   */
  load(ids: readonly string[]): Promise<Asset | null>[];
  /** What `load` would answer at once: null for what does not exist, undefined where Mux has to be asked. */
  known(id: string): Asset | null | undefined;
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

interface MirrorOptions {
  readonly freshness?: Partial<Freshness>;
  readonly takePlace?: TakePlace | undefined;
  /** Told of an asset that is no more as it was held, when it was read again without there being news of it. */
  onChanged?(id: string): void;
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

/** Begins to read the account at once, in the background. */
export function createMirror(
  client: MediaClient,
  { freshness = {}, takePlace, onChanged = () => undefined }: MirrorOptions = {},
): Mirror {
  const { fresh, preparing, stale, absent, retry } = { ...FRESHNESS, ...freshness };
  const held = createHoldings(MOST_ASSETS);
  const pace = createPace(takePlace);
  const closed = new AbortController();
  /** Running questions, by what they ask; everybody who asks the same waits for the same. */
  const asking = new Map<string, Promise<unknown>>();
  let sweeping: Promise<void> | undefined;
  const isSweeping = () => sweeping !== undefined;
  let pageArrived = Promise.withResolvers<void>();
  const tellOfPage = () => {
    pageArrived.resolve();
    pageArrived = Promise.withResolvers();
  };
  let sweptFrom = Number.NEGATIVE_INFINITY;
  let sweepAgainAt = 0;

  const once = <T>(key: string, ask: () => Promise<T>): Promise<T> => {
    const running = asking.get(key) as Promise<T> | undefined;
    if (running) return running;
    const asked = ask().finally(() => asking.delete(key));
    asking.set(key, asked);
    // Questions of the background have nobody to tell of a failure; those that readers ask reject for them all the same.
    asked.catch(() => {});
    return asked;
  };
  const keep = (id: string, asset: Asset | null, order: number): Asset | null => {
    const before = held.get(id);
    const now = held.put(id, asset, order);
    if (before && JSON.stringify(before.asset) !== JSON.stringify(now)) onChanged(id);
    return now;
  };
  const ask = (id: string, urgency: Urgency) =>
    once(id, () =>
      pace.run(urgency, async () => {
        const order = held.begin();
        return keep(id, await client.asset(id, closed.signal), order);
      }),
    );
  const page = (cursor: string | undefined, urgency: Urgency) =>
    pace.run(urgency, async () => {
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
      if (next === undefined) for (const id of held.forgetUnseen(begun)) onChanged(id);
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

  const revalidate = (id: string, { asset, readAt }: Holding) => {
    // An asset that the last sweep did not reach, and one that is changing, is read by itself.
    if (asset?.status === 'preparing' || sweptFrom > readAt) void once(`again ${id}`, () => again(id));
    else if (!isSweeping() && performance.now() >= sweepAgainAt) sweep().catch(() => {});
  };
  const again = (id: string) =>
    ask(id, 'background').catch(() =>
      sleep(retry, undefined, { ref: false, signal: closed.signal }).catch(() => {}),
    );

  /** What can be answered without waiting. */
  const known = (id: string): Holding | undefined => {
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
      await once('newest page', () => page(undefined, 'asked')).catch(() => {});
    }
  };
  const answer = async (id: string, searched: Promise<void> | undefined): Promise<Asset | null> => {
    if (!isMuxId(id)) return null;
    const holding = known(id);
    if (holding) return holding.asset;
    await searched;
    const found = known(id);
    return found ? found.asset : ask(id, 'asked');
  };

  const load = (ids: readonly string[]) => {
    const missing = ids.filter((id) => isMuxId(id) && !known(id));
    const searched = missing.length > 0 ? findInPages(missing) : undefined;
    const answers = ids.map((id) => answer(id, searched));
    // Somebody who has gone meanwhile does not take up the answer.
    for (const answered of answers) answered.catch(() => {});
    return answers;
  };

  return {
    ready: fill(),
    load,
    known: (id) => (isMuxId(id) ? known(id)?.asset : null),
    async loadByPlaybackId(playbackId) {
      if (!isMuxId(playbackId)) return null;
      const id =
        held.assetIdOf(playbackId) ??
        (await once(`playback ${playbackId}`, () =>
          pace.run('asked', () => client.assetIdOf(playbackId, closed.signal)),
        ));
      return id === null ? null : ((await load([id])[0]) ?? null);
    },
    refresh: (id) =>
      pace.run('asked', async () => {
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
    close: () => closed.abort(),
  };
}
