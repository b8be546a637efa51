import type { Provider } from './errors.ts';
import type { Rejected } from './rejected.ts';

/** The state of a caller's rate limit. */
export interface RateLimitStatus {
  /** Size of the bucket in points. */
  readonly maximum: number;
  /** Points left, a whole number. */
  readonly available: number;
  /** Points restored per second. */
  readonly restoreRate: number;
}

/** The charge for parsing and validating a document. */
export interface DocumentCharge {
  /** Points required. */
  readonly cost: number;
  /** Points charged; 0 if there were too few, or the caller has no limit. */
  readonly points: number;
  /** The caller's rate limit after the charge; undefined if it has none. */
  readonly status: RateLimitStatus | undefined;
  /** `RATE_LIMITED` if there were too few points; then the document must not be parsed. */
  readonly error: Rejected | undefined;
  /** Returns the points. */
  refund(): void;
}

/** Upstream requests by provider. Each query of a search request counts, because the search service bills each. */
export type ProviderCalls = Readonly<Record<Provider, number>>;

export const NO_PROVIDER_CALLS: ProviderCalls = { content: 0, media: 0, search: 0 };

/** Returns the number of upstream requests to all providers. */
export const totalCalls = ({ content, media, search }: ProviderCalls): number => content + media + search;

/** The cost of one operation, in points. */
export interface OperationCost {
  /** The estimate, once known. */
  requested: number;
  /** The upstream requests that the estimate contains: the operation sends them if nothing is cached. */
  providerCalls: ProviderCalls;
  /**
   * Points charged for validating a document that the gateway does not know, or for rejecting the operation. They count
   * towards the cost of an executed operation.
   */
  documentCost: number;
  /** Points for the bytes of the response. */
  byteCost: number;
  /** The caller's rate limit after the last charge; undefined without a limit or charge. */
  rateLimit: RateLimitStatus | undefined;
}

export const createOperationCost = (): OperationCost => ({
  requested: 0,
  providerCalls: NO_PROVIDER_CALLS,
  documentCost: 0,
  byteCost: 0,
  rateLimit: undefined,
});

/** Returns when the bucket is full again, in milliseconds since 1970. */
export const resetsAt = ({ maximum, available, restoreRate }: RateLimitStatus, now: number): number =>
  now + ((maximum - available) / restoreRate) * 1000;

/** Returns the whole seconds to wait for points, at least 1. */
export const retryAfterSeconds = ({ waitSeconds }: { readonly waitSeconds: number }): number =>
  Math.max(1, Math.ceil(waitSeconds));
