/** How a caller's budget stands. */
export interface RateLimitStatus {
  /** Points there are at most. */
  readonly maximum: number;
  /** Points that are left, a whole number. */
  readonly available: number;
  /** Points that come back in a second. */
  readonly restoreRate: number;
}

/** What one operation costs whoever asks for it. */
export interface OperationCost {
  /** Points that it costs at most, once that is known. */
  requested: number;
  /** Points that were taken because it was refused. */
  rejectionCost: number;
  /** The caller's budget with that taken; undefined where none is, or nothing had to be taken. */
  rateLimit: RateLimitStatus | undefined;
}

export const createOperationCost = (): OperationCost => ({ requested: 0, rejectionCost: 0, rateLimit: undefined });

/** When a budget will be full again, in milliseconds since 1970. */
export const resetsAt = ({ maximum, available, restoreRate }: RateLimitStatus, now: number): number =>
  now + ((maximum - available) / restoreRate) * 1000;
