import { Rejected } from '../../core/rejected.ts';

const HOUR_MS = 3_600_000;

/**
 * Creates a function that counts a change at this gateway.
 * @param what the changes, for messages
 * @param now milliseconds since 1970
 * @returns a function that throws Rejected `RATE_LIMITED` if there were too many changes in the last hour: of one network if it is
 * given, else of all callers together
 */
export function createHourlyLimit(
  limit: number,
  what: string,
  now: () => number,
): (network?: string) => void {
  /** The changes in the last hour, the oldest first. */
  let changes: readonly { readonly at: number; readonly network: string | undefined }[] = [];
  return (network) => {
    changes = changes.filter(({ at }) => at > now() - HOUR_MS);
    const own = changes.filter((change) => change.network === network);
    const [oldest] = own;
    if (oldest === undefined || own.length < limit) {
      changes = [...changes, { at: now(), network }];
      return;
    }
    const retryAfter = Math.max(1, Math.ceil((oldest.at + HOUR_MS - now()) / 1000));
    throw new Rejected(
      'RATE_LIMITED',
      `expected at most ${limit} ${what} in an hour, got more; retry in ${retryAfter} s`,
      retryAfter,
      { reason: 'HOURLY_LIMIT', limit },
    );
  };
}
