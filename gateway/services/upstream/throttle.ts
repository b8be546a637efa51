import { type Provider, UpstreamError } from '../../core/errors.ts';

/** Seconds without calls after a refusal that names none, and the most that a provider can ask for. */
const DEFAULT_PAUSE_MS = 2;
const MAX_PAUSE_MS = 60;

/** After a refusal for too many requests nothing is asked for as long as the provider says. */
export function createThrottle(provider: Provider, now: () => number) {
  let until = Number.NEGATIVE_INFINITY;
  return {
    /** @throws UpstreamError `UPSTREAM_THROTTLED` while there is silence. */
    refuse() {
      const left = (until - now()) / 1000;
      if (left > 0) throw new ThrottledLocally(provider, left);
    },
    hear(error: unknown) {
      const isRefusal = error instanceof UpstreamError && error.extensions.code === 'UPSTREAM_THROTTLED';
      if (!isRefusal || error instanceof ThrottledLocally) return;
      const told = Number(error.extensions.retryAfter ?? DEFAULT_PAUSE_MS);
      until = now() + 1000 * Math.min(Math.max(told, 0), MAX_PAUSE_MS);
    },
  };
}

/** A call that was not sent, for the provider has asked for silence. */
export class ThrottledLocally extends UpstreamError {
  constructor(provider: Provider, seconds: number) {
    super(provider, 'UPSTREAM_THROTTLED', new Error('the provider has asked to wait'), Math.ceil(seconds));
  }
}
