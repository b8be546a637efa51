/**
 * The equations of Edward N. Lorenz, "Deterministic Nonperiodic Flow" (1963), with his values sigma = 10, rho = 28,
 * beta = 8/3, moved on by one step of the fourth-order method of Runge and Kutta.
 * @param points x, y, z of each point after one another; changed in place
 * @param dt the step in the equations' own time; 0.01 keeps a trajectory smooth to the eye
 */
function stepLorenz(points: Float64Array, dt: number): void {
  const half = dt / 2;
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i]!;
    const y = points[i + 1]!;
    const z = points[i + 2]!;
    const ax = 10 * (y - x);
    const ay = x * (28 - z) - y;
    const az = x * y - (8 / 3) * z;
    const bx = 10 * (y + half * ay - x - half * ax);
    const by = (x + half * ax) * (28 - z - half * az) - y - half * ay;
    const bz = (x + half * ax) * (y + half * ay) - (8 / 3) * (z + half * az);
    const cx = 10 * (y + half * by - x - half * bx);
    const cy = (x + half * bx) * (28 - z - half * bz) - y - half * by;
    const cz = (x + half * bx) * (y + half * by) - (8 / 3) * (z + half * bz);
    const ex = 10 * (y + dt * cy - x - dt * cx);
    const ey = (x + dt * cx) * (28 - z - dt * cz) - y - dt * cy;
    const ez = (x + dt * cx) * (y + dt * cy) - (8 / 3) * (z + dt * cz);
    points[i] = x + (dt / 6) * (ax + 2 * bx + 2 * cx + ex);
    points[i + 1] = y + (dt / 6) * (ay + 2 * by + 2 * cy + ey);
    points[i + 2] = z + (dt / 6) * (az + 2 * bz + 2 * cz + ez);
  }
}

/** Trajectories that were followed together. */
export interface Trajectories {
  /** How many there are. */
  readonly count: number;
  /** How many moments were kept, the start included. */
  readonly moments: number;
  /** x, y, z of every trajectory at the first moment, then at the second, and so on. */
  readonly places: Float32Array;
}

/**
 * Follows Lorenz's equations from the given starts.
 * @param start x, y, z of each trajectory
 * @param moments how many steps to keep, the start included
 * @param dt the length of a step
 */
export function followLorenz(start: Float64Array, moments: number, dt: number): Trajectories {
  const points = Float64Array.from(start);
  const places = new Float32Array(points.length * moments);
  for (let m = 0; m < moments; m++) {
    places.set(points, m * points.length);
    stepLorenz(points, dt);
  }
  return { count: points.length / 3, moments, places };
}

/** A point that already lies on the attractor: the transient of a plain start is left behind. */
export function onAttractor(lead = 40): Float64Array {
  const point = Float64Array.of(1, 1, 20);
  for (let t = 0; t < lead; t += 0.01) stepLorenz(point, 0.01);
  return point;
}
