/** The state of a caller's rate limit. */
export interface RateLimitStatus {
  /** Size of the bucket in points. */
  readonly maximum: number;
  /** Points left, a whole number. */
  readonly available: number;
  /** Points restored per second. */
  readonly restoreRate: number;
}

/** The cost of one operation, in points. */
export interface OperationCost {
  /** The estimate, once known. */
  requested: number;
  /** Points charged for a rejected operation. */
  rejectionCost: number;
  /** The caller's rate limit after that charge; undefined without a limit or charge. */
  rateLimit: RateLimitStatus | undefined;
}

export const createOperationCost = (): OperationCost => ({
  requested: 0,
  rejectionCost: 0,
  rateLimit: undefined,
});

/** Returns when the bucket is full again, in milliseconds since 1970. */
export const resetsAt = ({ maximum, available, restoreRate }: RateLimitStatus, now: number): number =>
  now + ((maximum - available) / restoreRate) * 1000;
