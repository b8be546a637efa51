/** How long the answers of a provider are kept, and whose they are. */
export interface CacheLifetime {
  /** Seconds for which they are fresh. */
  readonly ttl: number;
  /** Names the account and the version of its interface; another one has other answers. */
  readonly account: readonly string[];
}

/** Seconds in which an answer that is no longer fresh is given while it is asked anew. */
const WHILE_REVALIDATING = 30;
/** Seconds in which it is given while its provider fails. */
const WHILE_FAILING = 60 * 60;

/** The times of an answer of a provider. */
export const withStaleTimes = ({ ttl }: CacheLifetime) => ({
  ttl,
  staleWhileRevalidate: WHILE_REVALIDATING,
  staleIfError: WHILE_FAILING,
});
