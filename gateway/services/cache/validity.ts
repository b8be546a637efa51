/** Records invalidations during running loads, so that their outdated results are not cached. */
export interface InvalidationLog {
  /** Begins a load. `wasInvalidated` returns true when one of the tags was invalidated since. */
  begin(): { wasInvalidated(tags: readonly string[]): boolean; end(): void };
  record(tags: readonly string[]): void;
  recordAll(): void;
}

/** With more tags than this, every running load counts as invalidated, and all tags are held. */
const MAX_TAGS = 50_000;

export function createInvalidationLog(): InvalidationLog {
  const invalidatedAt = new Map<string, number>();
  let allInvalidatedAt = 0;
  let now = 0;
  let running = 0;
  const recordAll = () => {
    now += 1;
    allInvalidatedAt = now;
    invalidatedAt.clear();
  };
  return {
    begin() {
      const begun = now;
      running += 1;
      return {
        wasInvalidated: (tags) =>
          allInvalidatedAt > begun || tags.some((tag) => (invalidatedAt.get(tag) ?? 0) > begun),
        end() {
          running -= 1;
          if (running === 0) invalidatedAt.clear();
        },
      };
    },
    record(tags) {
      if (running === 0) return;
      if (invalidatedAt.size + tags.length > MAX_TAGS) return recordAll();
      now += 1;
      for (const tag of tags) invalidatedAt.set(tag, now);
    },
    recordAll,
  };
}

/**
 * Tags whose values are fresh for seconds only: their source may still return the state before a change. A hold ends by
 * itself, so that nobody has to release it.
 */
export interface HeldTags {
  /** Holds the tags until `ms` from now; a longer hold of a tag stays. */
  hold(tags: readonly string[], ms: number): void;
  isHeld(tags: readonly string[]): boolean;
}

/** @param now milliseconds since 1970 */
export function createHeldTags(now: () => number): HeldTags {
  const heldUntil = new Map<string, number>();
  let allHeldUntil = 0;
  const forgetEnded = () => {
    for (const [tag, until] of heldUntil) if (until <= now()) heldUntil.delete(tag);
  };
  return {
    hold(tags, ms) {
      const until = now() + ms;
      forgetEnded();
      if (heldUntil.size + tags.length > MAX_TAGS) allHeldUntil = Math.max(allHeldUntil, until);
      else for (const tag of tags) heldUntil.set(tag, Math.max(heldUntil.get(tag) ?? 0, until));
    },
    isHeld: (tags) =>
      allHeldUntil > now() || (heldUntil.size > 0 && tags.some((tag) => (heldUntil.get(tag) ?? 0) > now())),
  };
}

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
