/** The cache settings of a provider's responses. */
export interface CacheLifetime {
  /** Seconds for which a response is fresh. */
  readonly ttl: number;
  /** Account and API version: part of the cache key. */
  readonly account: readonly string[];
}

const STALE_WHILE_REVALIDATE_SECONDS = 30;
const STALE_IF_ERROR_SECONDS = 60 * 60;

/** Returns the lifetimes of a provider's response. */
export const withStaleTimes = ({ ttl }: CacheLifetime) => ({
  ttl,
  staleWhileRevalidate: STALE_WHILE_REVALIDATE_SECONDS,
  staleIfError: STALE_IF_ERROR_SECONDS,
});
