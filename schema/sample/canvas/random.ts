/**
 * Returns a pseudo-random number generator (mulberry32). Equal seeds give equal sequences, so that films are
 * reproducible.
 * @param seed any 32-bit integer
 * @returns a function that returns the next number in [0, 1)
 */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns a generator of normally distributed numbers with mean 0 and standard deviation 1 (Box–Muller transform). */
export function normalRandom(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
