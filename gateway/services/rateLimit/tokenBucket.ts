import type { RateLimit } from '../../config/formats.ts';

/** The result of taking points. */
export interface TakeResult {
  /** False if there were too few points; then none are taken. */
  readonly isGranted: boolean;
  /** Points left. */
  readonly available: number;
  /** Seconds until there are enough points; 0 if granted. */
  readonly waitSeconds: number;
}

/** Token buckets by name. A bucket that is not stored is full. */
export interface BucketStore {
  /** Takes points if there are enough. 0 points only read the bucket, and are always granted. Never rejects. */
  take(name: string, points: number, limit: RateLimit): Promise<TakeResult>;
  /** Takes points even if there are fewer. The bucket can then be below zero, at most by its size. */
  debit(name: string, points: number, limit: RateLimit): void;
  /** Returns unused points. */
  refund(name: string, points: number, limit: RateLimit): void;
  close(): void;
}

/** Points in a bucket at a time, in milliseconds of any clock. */
export interface BucketLevel {
  readonly points: number;
  readonly at: number;
}

/** Returns the points in a bucket now. */
export const levelAt = (
  { points, at }: BucketLevel,
  { maximum, restoreRate }: RateLimit,
  now: number,
): number => Math.min(maximum, points + (Math.max(0, now - at) / 1000) * restoreRate);

/** Returns the seconds until a bucket has enough points. */
export const secondsUntil = (wanted: number, available: number, { restoreRate }: RateLimit): number =>
  Math.max(0, (wanted - available) / restoreRate);
