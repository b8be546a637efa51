/** The cache settings of a provider's responses. */
export interface ProviderCacheSettings {
  /** A response is fresh for this long. */
  readonly ttlSeconds: number;
  /** Account and API version: part of the cache key. */
  readonly account: readonly string[];
}

const STALE_WHILE_REVALIDATE_SECONDS = 30;
const STALE_IF_ERROR_SECONDS = 60 * 60;

/** Returns the lifetimes of a provider's response. */
export const withStaleTimes = ({ ttlSeconds }: ProviderCacheSettings) => ({
  ttlSeconds,
  staleWhileRevalidateSeconds: STALE_WHILE_REVALIDATE_SECONDS,
  staleIfErrorSeconds: STALE_IF_ERROR_SECONDS,
});
