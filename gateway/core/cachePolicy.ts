import type { Provider } from './errors.ts';

/** Limits of reusing an operation's response. Each part of the response can tighten them. */
export interface CachePolicy {
  /** True when the response must not be shared: it holds signed URLs or data of one client. */
  isPrivate: boolean;
  /** Age of the oldest part in seconds. */
  ageSeconds: number;
  /** Maximum lifetime in seconds. */
  maxAgeSeconds: number;
  /** Providers whose part was served stale. */
  readonly stale: Set<Provider>;
  /** Providers that failed, and the provider that served as fallback. */
  readonly fallbacks: Map<Provider, Provider>;
}

/** The cache state of a provider's response. */
export interface CacheState {
  readonly state?: 'hit' | 'miss' | 'stale';
  /** Seconds since it was loaded. */
  readonly ageSeconds?: number;
}

export const createCachePolicy = (): CachePolicy => ({
  isPrivate: false,
  ageSeconds: 0,
  maxAgeSeconds: Number.POSITIVE_INFINITY,
  stale: new Set(),
  fallbacks: new Map(),
});

/** Adds the age and state of a provider's response to the operation's policy. */
export function recordResult(
  policy: CachePolicy,
  provider: Provider,
  { state = 'miss', ageSeconds = 0 }: CacheState,
): void {
  policy.ageSeconds = Math.max(policy.ageSeconds, ageSeconds);
  if (state === 'stale') policy.stale.add(provider);
}

/** Limits the lifetime of the response. */
export function restrictMaxAge(policy: CachePolicy, seconds: number): void {
  policy.maxAgeSeconds = Math.min(policy.maxAgeSeconds, seconds);
}
