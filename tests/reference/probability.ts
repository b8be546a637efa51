import fc from 'fast-check';

/** Creates an arbitrary that is a value with a probability from 0 to 1, and otherwise null. Shrinks to null. */
export const withProbability = <T>(probability: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: Math.round(100 * (1 - probability)), arbitrary: fc.constant(null) },
    { weight: Math.round(100 * probability), arbitrary: value },
  );

/** Creates an arbitrary that is true with a probability from 0 to 1. Shrinks to false. */
export const trueWithProbability = (probability: number): fc.Arbitrary<boolean> =>
  withProbability(probability, fc.constant(true)).map((value) => value !== null);
