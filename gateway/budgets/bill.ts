/** How a caller's budget stands. */
export interface Standing {
  /** Points there are at most. */
  readonly maximum: number;
  /** Points that are left, a whole number. */
  readonly available: number;
  /** Points that come back in a second. */
  readonly restoreRate: number;
}

/** What one operation costs whoever asks for it. */
export interface Bill {
  /** Points that it costs at most, once that is known. */
  requested: number;
  /** Points that were taken because it was refused. */
  fee: number;
  /** The caller's budget with that taken; undefined where none is, or nothing had to be taken. */
  standing: Standing | undefined;
}

export const createBill = (): Bill => ({ requested: 0, fee: 0, standing: undefined });

/** When a budget will be full again, in milliseconds since 1970. */
export const fullAt = ({ maximum, available, restoreRate }: Standing, now: number): number =>
  now + ((maximum - available) / restoreRate) * 1000;
