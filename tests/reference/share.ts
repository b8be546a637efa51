import fc from 'fast-check';

/** A value in this share of cases, otherwise null. Shrinks to null. */
export const inShare = <T>(share: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: Math.round(100 * (1 - share)), arbitrary: fc.constant(null) },
    { weight: Math.round(100 * share), arbitrary: value },
  );

/** True in this share of cases. Shrinks to false. */
export const trueInShare = (share: number): fc.Arbitrary<boolean> =>
  inShare(share, fc.constant(true)).map((value) => value !== null);
