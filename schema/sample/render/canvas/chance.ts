/**
 * A source of chance that always gives the same numbers for the same seed (the generator mulberry32), so that a
 * film is the same film each time it is drawn.
 * @param seed any 32-bit integer
 * @returns a function whose calls give numbers from 0 up to and without 1
 */
export function chance(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Numbers of the normal distribution with mean 0 and deviation 1, from a source of chance (Box and Muller). */
export function normal(random: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
