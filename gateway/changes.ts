import type { Asset } from './media/asset.ts';

/** A document of which there is news; its id is that of its published version. */
export interface ChangedDocument {
  readonly id: string;
  /** Its `_type`, where the news tells. */
  readonly type?: string | undefined;
  /** Its `_rev`, where the news tells: the same revision is no further news. */
  readonly revision?: string | undefined;
  /** When it was changed, ISO 8601, where the news tells: what is older is not yet the news. */
  readonly updatedAt?: string | undefined;
  /** When it was deleted, ISO 8601, where the news tells that it was: whoever still has it as it was before lags. */
  readonly deletedAt?: string | undefined;
}

/** A media asset of which there is news, as it was read after the news came; null when there is none any more. */
export interface ChangedAsset {
  readonly id: string;
  readonly asset: Asset | null;
}

/** Something has changed at a provider. Whatever brought the news, this is all that the rest of the gateway learns. */
export interface Change {
  readonly source: 'content' | 'media';
  /** Cache tags of every answer that may not be true any more. */
  readonly tags: readonly string[];
  readonly documents: readonly ChangedDocument[];
  readonly assets: readonly ChangedAsset[];
  /** News has been missed: nothing that is held is known to be true. */
  readonly everything?: boolean;
}

/** News has been missed, and nothing is known of what it was. */
export const EVERYTHING: Change = {
  source: 'content',
  tags: [],
  documents: [],
  assets: [],
  everything: true,
};

/** Carries changes to every gateway of the deployment, this one included, each in the order in which they were sent. */
export interface Corridor {
  send(change: Change): Promise<void>;
  close(): Promise<void>;
}

/** Opens a corridor that hands what comes to `hear`; `lost` is called when some of it cannot be had any more. */
export type OpenCorridor = (ears: { hear(change: Change): Promise<void>; lost(): Promise<void> }) => Corridor;

/** What a change does here. All of it may happen twice without harm. */
export interface Effects {
  /** Forgets every cached answer under these tags. */
  purge(tags: readonly string[]): Promise<void>;
  purgeAll(): Promise<void>;
  /** The same in this gateway alone. */
  forget(tags: readonly string[]): void;
  forgetAll(): void;
  /** Takes what is now known of an asset. */
  apply(asset: ChangedAsset): void;
  /** Puts on the list what the index must follow; durable when it resolves. */
  follow(change: Change): Promise<void>;
  /** Reads again what is held of the media library: news of it has been lost on the way to this gateway. */
  reread(): void;
}

/** The only way for news: in at `publish`, out to the caches, to the index, and to those who listen. */
export interface Changes {
  /** Resolves when no cache answers what was, and the index work is on its list. */
  publish(change: Change): Promise<void>;
  /** Hears every change once this gateway's caches have let go of it; the function returned ends that. */
  listen(listener: (change: Change) => void): () => void;
  close(): Promise<void>;
}

/** Milliseconds after which a provider's replicas have caught up; answers cached before then may be of the old state. */
const ECHOES: readonly number[] = [1_500, 8_000];

/** Within one process a change need not go anywhere. */
export const openLocalCorridor: OpenCorridor = ({ hear }) => ({
  send: (change) => hear(change),
  close: async () => undefined,
});

interface ChangesOptions {
  readonly effects: Effects;
  readonly openCorridor: OpenCorridor;
  readonly onTrouble: (error: unknown) => void;
  readonly echoes?: readonly number[];
}

/** Puts the ways of news together. */
export function createChanges({
  effects,
  openCorridor,
  onTrouble,
  echoes = ECHOES,
}: ChangesOptions): Changes {
  const listeners = new Set<(change: Change) => void>();
  const timers = new Set<NodeJS.Timeout>();
  const purge = (change: Change) => (change.everything ? effects.purgeAll() : effects.purge(change.tags));
  const tell = (change: Change) => {
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        onTrouble(error);
      }
    }
  };
  const hear = async (change: Change) => {
    for (const asset of change.assets) effects.apply(asset);
    if (change.everything) effects.forgetAll();
    // Until now this gateway made answers of the asset as it was, and shared them: they are not true for the others.
    else if (change.assets.length > 0) await effects.purge(change.tags);
    else effects.forget(change.tags);
    tell(change);
  };
  const corridor = openCorridor({
    hear,
    async lost() {
      effects.reread();
      await hear(EVERYTHING);
    },
  });
  const echo = (change: Change) => {
    for (const delay of echoes) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        purge(change).catch(onTrouble);
      }, delay).unref();
      timers.add(timer);
    }
  };

  return {
    async publish(change) {
      await effects.follow(change);
      await purge(change);
      await corridor.send(change);
      if (change.source === 'content') echo(change);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      await corridor.close();
    },
  };
}
