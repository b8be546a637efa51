/** Multiplies the numbers of random cases, e.g. `RANDOM_CASES=10 npm test -- tests/integration/projection`. */
const FACTOR = Number(process.env.RANDOM_CASES ?? 1);

/** Returns the number of random cases of a test. With a larger factor, the first ones stay the same. */
export const caseCount = (count: number): number => Math.ceil(count * FACTOR);

/** Returns the seed of the random cases of a test: its own, so that every run has the same cases, or `RANDOM_SEED`. */
export const randomSeed = (own: number): number => Number(process.env.RANDOM_SEED ?? own);
