import type { Provider } from './errors.ts';

/** Limits of reusing an operation's response. Each part of the response can tighten them. */
export interface CachePolicy {
  /** True when the response must not be shared: it holds signed URLs or data of one client. */
  isPrivate: boolean;
  /** Age of the oldest part in seconds. */
  ageSeconds: number;
  /** Maximum lifetime in seconds from now regardless of the age of the parts. */
  maxAgeSeconds: number;
  /** True when a part may change without an invalidation, so that only time limits its reuse. */
  hasTimedPart: boolean;
  /** True when a part has expired and is being loaded again. The next response may differ. */
  isRevalidating: boolean;
  /** Providers that failed, and whose part was served from an expired cache entry. */
  readonly stale: Set<Provider>;
  /** Providers that failed, and the provider that served as fallback. */
  readonly fallbacks: Map<Provider, Provider>;
}

/** The cache state of a provider's response. */
export interface CacheState {
  readonly state?: 'hit' | 'miss' | 'revalidating' | 'stale';
  /** Seconds since it was loaded. */
  readonly ageSeconds?: number;
  /** Remaining lifetime of a response whose provider may still return the state before a change; undefined for other responses. */
  readonly maxAgeSeconds?: number | undefined;
  /** True if each change of the response invalidates a tag. */
  readonly isLeased?: boolean;
}

export const createCachePolicy = (): CachePolicy => ({
  isPrivate: false,
  ageSeconds: 0,
  maxAgeSeconds: Number.POSITIVE_INFINITY,
  hasTimedPart: false,
  isRevalidating: false,
  stale: new Set(),
  fallbacks: new Map(),
});

/** Adds the age and state of a provider's response to the operation's policy. */
export function recordResult(
  policy: CachePolicy,
  provider: Provider,
  { state = 'miss', ageSeconds = 0, maxAgeSeconds, isLeased = false }: CacheState,
): void {
  policy.ageSeconds = Math.max(policy.ageSeconds, ageSeconds);
  if (!isLeased) policy.hasTimedPart = true;
  if (state === 'revalidating') policy.isRevalidating = true;
  if (state === 'stale') policy.stale.add(provider);
  if (maxAgeSeconds !== undefined) restrictMaxAge(policy, maxAgeSeconds);
}

/** Limits the lifetime of the response. */
export function restrictMaxAge(policy: CachePolicy, seconds: number): void {
  policy.maxAgeSeconds = Math.min(policy.maxAgeSeconds, seconds);
  policy.hasTimedPart = true;
}

/** The cache settings of a provider's responses. */
export interface ProviderCacheSettings {
  /** A response is fresh for this long. */
  readonly ttlSeconds: number;
  /** Account and API version: part of the cache key. */
  readonly account: readonly string[];
}

const STALE_WHILE_REVALIDATE_SECONDS = 30;
const STALE_IF_ERROR_SECONDS = 60 * 60;

/** Returns the lifetimes of a provider's response. */
export const withStaleTimes = ({ ttlSeconds }: ProviderCacheSettings) => ({
  ttlSeconds,
  staleWhileRevalidateSeconds: STALE_WHILE_REVALIDATE_SECONDS,
  staleIfErrorSeconds: STALE_IF_ERROR_SECONDS,
});
