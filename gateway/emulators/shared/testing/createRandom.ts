/**
 * Returns the same pseudo-random integers in every run (Lehmer generator, modulus 2³¹ − 1).
 * @param seed more than 0
 */
export function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
