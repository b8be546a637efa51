import type { RateLimit } from '../../config/config.ts';

/** What came of taking points. */
export interface TakeResult {
  /** Whether there were enough; where not, none were taken. */
  readonly granted: boolean;
  /** Points that are left. */
  readonly available: number;
  /** Seconds until there will be enough; 0 where there are. */
  readonly waitSeconds: number;
}

/** The budgets of callers, by name. Who is not known there has used nothing. */
export interface BucketStore {
  /** Takes points where there are as many. With 0 it only looks, and is granted always. It never rejects. */
  take(name: string, points: number, limit: RateLimit): Promise<TakeResult>;
  /** Gives back points that were taken and not needed. */
  refund(name: string, points: number, limit: RateLimit): void;
  close(): void;
}

/** How many points there were at a moment, in milliseconds of any clock. */
export interface BucketLevel {
  readonly points: number;
  readonly at: number;
}

/** Points that there are now, where there were so many. */
export const levelAt = ({ points, at }: BucketLevel, { maximum, restoreRate }: RateLimit, now: number): number =>
  Math.min(maximum, points + (Math.max(0, now - at) / 1000) * restoreRate);

/** Seconds until as many points are there. */
export const secondsUntil = (wanted: number, available: number, { restoreRate }: RateLimit): number =>
  Math.max(0, (wanted - available) / restoreRate);
