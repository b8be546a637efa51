import type { RateLimit } from '../../config/formats.ts';
import { andThen, type MaybePromise } from '../../core/maybePromise.ts';

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
  take(name: string, points: number, limit: RateLimit): MaybePromise<TakeResult>;
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

/** A token bucket, or several that points are taken from together. */
export interface TokenBucket {
  /** Takes points of each bucket, or none if a bucket has too few: then returns the result of this bucket. */
  take(points: number): MaybePromise<TakeResult>;
  debit(points: number): void;
  refund(points: number): void;
}

/** Returns the bucket of a name. */
export const bucketOf = (store: BucketStore, name: string, limit: RateLimit): TokenBucket => ({
  take: (points) => store.take(name, points, limit),
  debit: (points) => store.debit(name, points, limit),
  refund: (points) => store.refund(name, points, limit),
});

/** Combines two buckets. If both have enough points, returns the result of the first bucket. */
export const combine = (first: TokenBucket, second: TokenBucket): TokenBucket => ({
  take: (points) =>
    andThen(first.take(points), (taken) => {
      if (!taken.isGranted) return taken;
      return andThen(second.take(points), (other) => {
        if (other.isGranted) return taken;
        first.refund(points);
        return other;
      });
    }),
  debit(points) {
    first.debit(points);
    second.debit(points);
  },
  refund(points) {
    first.refund(points);
    second.refund(points);
  },
});
