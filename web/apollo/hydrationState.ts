import type { NormalizedCacheObject } from '@apollo/client';

/** The data of a server-rendered page that hydration needs, apart from the cache. Serializable. */
export interface HydrationState {
  /** The public origin of the site. */
  origin: string;
  /** Keys of the page's queries whose responses had errors, so that they can be requested again. */
  queriesWithErrors: readonly string[];
  /** The URL of the player's chunk; undefined in development. */
  playerModule?: string | undefined;
}

/** Entries of the Apollo cache. Each part of a streamed page comes with the entries that it needs. */
export type CacheUpdate = NormalizedCacheObject;

declare global {
  interface Window {
    __HYDRATION_STATE__?: HydrationState;
    __CACHE_UPDATES__?: CacheUpdate[];
  }
}
