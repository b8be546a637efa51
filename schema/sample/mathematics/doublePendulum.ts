/** Gravity over the length of an arm. Both arms have length 1 and both weights mass 1. */
const GRAVITY = 9.81;
/** The numbers of a pendulum in a state: two angles from straight down in radians, then their speeds. */
export const PENDULUM_STATE = 4;

/** Writes the time derivative of a state to `out`. */
function derivative(
  first: number,
  second: number,
  firstSpeed: number,
  secondSpeed: number,
  out: Float64Array,
): void {
  const difference = first - second;
  const [sine, cosine] = [Math.sin(difference), Math.cos(difference)];
  const inertia = 3 - Math.cos(2 * difference);
  out[0] = firstSpeed;
  out[1] = secondSpeed;
  out[2] =
    (-3 * GRAVITY * Math.sin(first) -
      GRAVITY * Math.sin(first - 2 * second) -
      2 * sine * (secondSpeed ** 2 + firstSpeed ** 2 * cosine)) /
    inertia;
  out[3] =
    (2 * sine * (2 * firstSpeed ** 2 + 2 * GRAVITY * Math.cos(first) + secondSpeed ** 2 * cosine)) / inertia;
}

/**
 * Integrates double pendulums without friction by one step of the fourth-order Runge–Kutta method.
 * @param states `PENDULUM_STATE` numbers of each pendulum in turn; changed in place
 * @param dt the time step in seconds
 */
export function stepDoublePendulum(states: Float64Array, dt: number): void {
  const slopes = [0, 0, 0, 0].map(() => new Float64Array(PENDULUM_STATE)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let i = 0; i < states.length; i += PENDULUM_STATE) {
    const at = (slope: Float64Array | null, time: number, out: Float64Array) => {
      const moved = (k: number) => states[i + k]! + (slope ? slope[k]! * time : 0);
      derivative(moved(0), moved(1), moved(2), moved(3), out);
    };
    at(null, 0, slopes[0]);
    at(slopes[0], dt / 2, slopes[1]);
    at(slopes[1], dt / 2, slopes[2]);
    at(slopes[2], dt, slopes[3]);
    for (let k = 0; k < PENDULUM_STATE; k++)
      states[i + k]! += (dt / 6) * (slopes[0][k]! + 2 * slopes[1][k]! + 2 * slopes[2][k]! + slopes[3][k]!);
  }
}
