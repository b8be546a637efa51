const LEAD_MS = 60_000;
const MIN_INTERVAL_MS = 60_000;

interface RenewalTimes {
  /** The time before expiry at which the URLs are renewed. */
  readonly leadMs?: number;
  /** The minimum time between two renewals. It applies even if the clock of the device is wrong. */
  readonly minIntervalMs?: number;
}

/**
 * Renews signed URLs before they expire, and again if that brings no new expiry.
 * @param expiresAt `Playback.expiresAt`
 * @param renew fetches new URLs; the caller then starts the renewal of those
 * @returns stops the renewal
 */
export const renewBeforeExpiry = (
  expiresAt: string,
  renew: () => Promise<unknown>,
  { leadMs = LEAD_MS, minIntervalMs = MIN_INTERVAL_MS }: RenewalTimes = {},
): (() => void) => {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout>;
  const schedule = (delayMs: number) => {
    if (!isStopped) timer = setTimeout(run, Math.max(minIntervalMs, delayMs));
  };
  const run = () => {
    const scheduleNext = () => schedule(minIntervalMs);
    void renew().then(scheduleNext, scheduleNext);
  };
  schedule(Date.parse(expiresAt) - Date.now() - leadMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
};
