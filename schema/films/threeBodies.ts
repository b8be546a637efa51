/** A motion of three equal masses in a plane that repeats itself. */
interface Choreography {
  /** The velocity of the first and of the second body; the third has minus twice it. */
  readonly velocity: readonly [x: number, y: number];
  readonly period: number;
}

/**
 * The figure of eight (Cristopher Moore, "Braids in Classical Dynamics", Physical Review Letters 70, 1993; Alain
 * Chenciner and Richard Montgomery, Annals of Mathematics 152, 2000): the bodies begin on a line, the outer two at
 * -1 and 1 with the same velocity, the one between them with minus twice it.
 */
export const FIGURE_OF_EIGHT: Choreography = { velocity: [0.347111, 0.532728], period: 6.324449 };

/** Numbers of a moment: x and y of each body, then the velocities in the same order. */
const NUMBERS = 12;
const STEP = 2e-4;

/**
 * Follows three bodies of mass 1 that attract one another by Newton's law (with 1 for its constant) by the method of
 * Runge and Kutta of the fourth order.
 * @param moments how many moments of one period are kept, evenly apart
 * @returns x and y of each of the three bodies, six numbers a moment; the last moment is a period after the first
 */
export function followBodies({ velocity, period }: Choreography, moments: number): Float64Array {
  const [vx, vy] = velocity;
  const state = Float64Array.of(-1, 0, 1, 0, 0, 0, vx, vy, vx, vy, -2 * vx, -2 * vy);
  const kept = new Float64Array(moments * 6);
  const between = Math.ceil(period / (moments - 1) / STEP);
  const step = period / (moments - 1) / between;
  for (let m = 0; m < moments; m++) {
    kept.set(state.subarray(0, 6), m * 6);
    for (let k = 0; k < between; k++) advance(state, step);
  }
  return kept;
}

const slopes = [0, 1, 2, 3].map(() => new Float64Array(NUMBERS));
const probe = new Float64Array(NUMBERS);

function advance(state: Float64Array, step: number): void {
  const [first, second, third, fourth] = slopes as [Float64Array, Float64Array, Float64Array, Float64Array];
  slope(state, first);
  for (let i = 0; i < NUMBERS; i++) probe[i] = state[i]! + (first[i]! * step) / 2;
  slope(probe, second);
  for (let i = 0; i < NUMBERS; i++) probe[i] = state[i]! + (second[i]! * step) / 2;
  slope(probe, third);
  for (let i = 0; i < NUMBERS; i++) probe[i] = state[i]! + third[i]! * step;
  slope(probe, fourth);
  for (let i = 0; i < NUMBERS; i++)
    state[i] = state[i]! + (step / 6) * (first[i]! + 2 * second[i]! + 2 * third[i]! + fourth[i]!);
}

function slope(state: Float64Array, out: Float64Array): void {
  for (let i = 0; i < 6; i++) {
    out[i] = state[i + 6]!;
    out[i + 6] = 0;
  }
  for (let a = 0; a < 2; a++)
    for (let b = a + 1; b < 3; b++) {
      const dx = state[b * 2]! - state[a * 2]!;
      const dy = state[b * 2 + 1]! - state[a * 2 + 1]!;
      const pull = (dx * dx + dy * dy) ** -1.5;
      out[6 + a * 2] = out[6 + a * 2]! + dx * pull;
      out[7 + a * 2] = out[7 + a * 2]! + dy * pull;
      out[6 + b * 2] = out[6 + b * 2]! - dx * pull;
      out[7 + b * 2] = out[7 + b * 2]! - dy * pull;
    }
}
