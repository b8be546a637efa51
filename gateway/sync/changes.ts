import {
  INVALIDATE_ALL,
  type ChangedAsset as ProviderAsset,
  type Change as ProviderChange,
} from '../core/change.ts';
import type { Asset } from '../providers/media/asset.ts';

/** A change at a provider, with the current state of its assets. */
export type Change = ProviderChange<Asset>;
export type ChangedAsset = ProviderAsset<Asset>;

/** Delivers changes to every gateway of the deployment, this one included, in the order in which they were sent. */
export interface ChangeBus {
  send(change: Change): Promise<void>;
  close(): Promise<void>;
}

/** Opens a bus that calls `onChange` for each change, and `onGap` when some changes can no longer be read. */
export type OpenChangeBus = (handlers: {
  onChange(change: Change): Promise<void>;
  onGap(): Promise<void>;
}) => ChangeBus;

/** Effects of a change in this gateway. All of them are idempotent. */
export interface Effects {
  /** Invalidates the cached values of these tags in all stores. */
  invalidate(tags: readonly string[]): Promise<void>;
  invalidateAll(): Promise<void>;
  /** Invalidates the memory of this gateway only. */
  invalidateLocal(tags: readonly string[]): void;
  invalidateAllLocal(): void;
  /** Stores the current state of an asset in the asset cache. */
  apply(asset: ChangedAsset): void;
  /** Enqueues the index jobs that a change needs; they are durable when the promise resolves. */
  enqueueIndexJobs(change: Change): Promise<void>;
  /** Reads all assets again: changes were lost on the way to this gateway. */
  refreshAssets(): void;
}

/** The change feed of a gateway: `publish` updates caches and index, then calls the listeners of every gateway. */
export interface Changes {
  /** Resolves when no cache holds the old state and the index jobs are enqueued. */
  publish(change: Change): Promise<void>;
  /** Calls the listener for each change after this gateway's caches are invalidated. @returns stops it */
  listen(listener: (change: Change) => void): () => void;
  close(): Promise<void>;
}

/** A provider's replicas lag: values cached within these times may hold the old state, so they are invalidated again. */
const DELAYED_INVALIDATIONS_MS: readonly number[] = [1_500, 8_000];

/** The change bus of a single gateway. */
export const openLocalChangeBus: OpenChangeBus = ({ onChange }) => ({
  send: (change) => onChange(change),
  close: async () => undefined,
});

interface ChangesOptions {
  readonly effects: Effects;
  readonly openChangeBus: OpenChangeBus;
  readonly onError: (error: unknown) => void;
  readonly delayedInvalidationsMs?: readonly number[];
}

/** Creates the change feed. */
export function createChanges({
  effects,
  openChangeBus,
  onError,
  delayedInvalidationsMs = DELAYED_INVALIDATIONS_MS,
}: ChangesOptions): Changes {
  const listeners = new Set<(change: Change) => void>();
  const timers = new Set<NodeJS.Timeout>();
  const invalidate = (change: Change) =>
    change.shouldInvalidateAll ? effects.invalidateAll() : effects.invalidate(change.tags);
  const notify = (change: Change) => {
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        onError(error);
      }
    }
  };
  const applyChange = async (change: Change) => {
    for (const asset of change.assets) effects.apply(asset);
    if (change.shouldInvalidateAll) effects.invalidateAllLocal();
    // Until now this gateway may have written responses with the old asset to the shared cache.
    else if (change.assets.length > 0) await effects.invalidate(change.tags);
    else effects.invalidateLocal(change.tags);
    notify(change);
  };
  const bus = openChangeBus({
    onChange: applyChange,
    async onGap() {
      effects.refreshAssets();
      await applyChange(INVALIDATE_ALL);
    },
  });
  const scheduleInvalidations = (change: Change) => {
    for (const delay of delayedInvalidationsMs) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        invalidate(change).catch(onError);
      }, delay).unref();
      timers.add(timer);
    }
  };

  return {
    async publish(change) {
      await effects.enqueueIndexJobs(change);
      await invalidate(change);
      await bus.send(change);
      if (change.source === 'content') scheduleInvalidations(change);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await bus.close();
    },
  };
}
