import { Rejected } from '../../core/rejected.ts';

const HOUR_MS = 3_600_000;

/**
 * Creates a function that counts a change, of all callers of this gateway together.
 * @param what the changes, for messages
 * @param now milliseconds since 1970
 * @returns a function that throws Rejected `RATE_LIMITED` if there were too many changes in the last hour
 */
export function createHourlyLimit(limit: number, what: string, now: () => number): () => void {
  /** The times of the changes in the last hour, the oldest first. */
  let changes: readonly number[] = [];
  return () => {
    changes = changes.filter((at) => at > now() - HOUR_MS);
    const [oldest] = changes;
    if (oldest === undefined || changes.length < limit) {
      changes = [...changes, now()];
      return;
    }
    const retryAfter = Math.max(1, Math.ceil((oldest + HOUR_MS - now()) / 1000));
    throw new Rejected(
      'RATE_LIMITED',
      `expected at most ${limit} ${what} in an hour, got more; retry in ${retryAfter} s`,
      retryAfter,
      { limit },
    );
  };
}
