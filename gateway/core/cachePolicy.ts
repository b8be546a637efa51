import type { Provider } from './errors.ts';

/** How far an operation's answer may be used again. Whatever goes into the answer can make it less. */
export interface CachePolicy {
  /** Nobody else may be given the answer, and nobody later: it holds what works for a while or for one client only. */
  isPrivate: boolean;
  /** Seconds since the oldest part was asked of its provider. */
  age: number;
  /** Seconds for which the answer may be kept at most. */
  maxAge: number;
  /** The providers whose part may have changed since: it stood in for what is being loaded or could not be. */
  readonly stale: Set<Provider>;
  /** Which provider was answered for by which other: the answer is less than the first would have given. */
  readonly standIns: Map<Provider, Provider>;
}

/** How an answer of a provider was found, where answers are kept. */
export interface CacheState {
  readonly state?: 'hit' | 'miss' | 'stale';
  /** Seconds since it was asked. */
  readonly age?: number;
}

export const createCachePolicy = (): CachePolicy => ({
  isPrivate: false,
  age: 0,
  maxAge: Number.POSITIVE_INFINITY,
  stale: new Set(),
  standIns: new Map(),
});

/** Takes the age of a provider's answer over into that of the operation. */
export function recordResult(reuse: CachePolicy, provider: Provider, { state = 'miss', age = 0 }: CacheState): void {
  reuse.age = Math.max(reuse.age, age);
  if (state === 'stale') reuse.stale.add(provider);
}

/** Lets the answer be kept for no more than these seconds. */
export function restrictMaxAge(reuse: CachePolicy, seconds: number): void {
  reuse.maxAge = Math.min(reuse.maxAge, seconds);
}
