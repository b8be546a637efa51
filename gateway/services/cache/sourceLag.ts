/** A source that returns a change later than this after its event is no longer waited for. */
export const MAX_SOURCE_LAG_MS = 2 * 60_000;

/** Responses of a changed tag are held for this long after each reading that may have been outdated; replicas differ. */
export const HOLD_MS = 3_000;

const MIN_REREAD_DELAY_MS = 500;
const MAX_REREAD_DELAY_MS = 4_000;

/**
 * Returns the delay before a source is read again that does not yet return a change.
 * @param ageMs time since the event
 */
export const rereadDelayMs = (ageMs: number): number =>
  Math.min(Math.max(ageMs / 2, MIN_REREAD_DELAY_MS), MAX_REREAD_DELAY_MS);
