/** What a caller may use: a bucket of points that fills itself again. */
export interface Budget {
  /** Points there are at most. */
  readonly maximum: number;
  /** Points that come back in a second. */
  readonly restoreRate: number;
}

/** What came of taking points. */
export interface Taken {
  /** Whether there were enough; where not, none were taken. */
  readonly granted: boolean;
  /** Points that are left; below 0 where more was used than there was. */
  readonly available: number;
  /** Seconds until there will be enough; 0 where there are. */
  readonly wait: number;
}

/** The budgets of callers, by name. Who is not known there has used nothing. */
export interface Buckets {
  /** Takes points where there are as many. With 0 it only looks, and is granted always. It never rejects. */
  take(name: string, points: number, budget: Budget): Promise<Taken>;
  /** Gives back points that were taken and not needed. */
  giveBack(name: string, points: number, budget: Budget): void;
  close(): void;
}

/** How many points there were at a moment, in milliseconds of any clock. */
export interface Level {
  readonly points: number;
  readonly at: number;
}

/** Points that there are now, where there were so many. */
export const restored = ({ points, at }: Level, { maximum, restoreRate }: Budget, now: number): number =>
  Math.min(maximum, points + (Math.max(0, now - at) / 1000) * restoreRate);

/** Seconds until as many points are there. */
export const secondsUntil = (wanted: number, available: number, { restoreRate }: Budget): number =>
  Math.max(0, (wanted - available) / restoreRate);
