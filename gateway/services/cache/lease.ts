/**
 * A time in which changes at the content service are known to arrive: until it ends, a leased value is current unless one of
 * its tags was invalidated.
 */
export interface Lease {
  /** Lets the lease last until `ms` from now; 0 ends it. */
  extend(ms: number): void;
  isHeld(): boolean;
  /**
   * Returns the last time at which a leased value was known to be current: now, or the end of the lease, at most
   * `LEASED_TTL_SECONDS` after its load.
   */
  currentAt(loadStartedAt: number): number;
}

/** A leased value is loaded again after this time, in case that an invalidation was lost. */
export const LEASED_TTL_SECONDS = 12 * 60 * 60;

/** @param now milliseconds since 1970 */
export function createLease(now: () => number): Lease {
  let heldUntil = Number.NEGATIVE_INFINITY;
  return {
    extend(ms) {
      heldUntil = ms > 0 ? now() + ms : Math.min(heldUntil, now());
    },
    isHeld: () => heldUntil > now(),
    currentAt: (loadStartedAt) =>
      Math.max(loadStartedAt, Math.min(heldUntil, now(), loadStartedAt + 1000 * LEASED_TTL_SECONDS)),
  };
}
