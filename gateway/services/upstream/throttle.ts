import { type Provider, UpstreamError } from '../../core/errors.ts';

/** The pause after a 429 without `Retry-After`. */
const DEFAULT_PAUSE_SECONDS = 2;

/** Creates a throttle: after a 429 no calls are sent for as long as the provider says. */
export function createThrottle(provider: Provider, now: () => number) {
  let until = Number.NEGATIVE_INFINITY;
  return {
    /** @throws UpstreamError `UPSTREAM_THROTTLED` during the pause */
    check() {
      const left = (until - now()) / 1000;
      if (left > 0) throw new ThrottledLocally(provider, left);
    },
    record(error: unknown) {
      const isThrottled = error instanceof UpstreamError && error.extensions.code === 'UPSTREAM_THROTTLED';
      if (!isThrottled || error instanceof ThrottledLocally) return;
      until = now() + 1000 * Number(error.extensions.retryAfter ?? DEFAULT_PAUSE_SECONDS);
    },
  };
}

/** A call that was not sent because of an earlier 429. */
export class ThrottledLocally extends UpstreamError {
  constructor(provider: Provider, seconds: number) {
    super(
      provider,
      'UPSTREAM_THROTTLED',
      new Error('throttled after an earlier 429 of the provider'),
      Math.ceil(seconds),
    );
  }
}
