/**
 * Integrates the Lorenz equations (Edward N. Lorenz, "Deterministic Nonperiodic Flow", 1963; sigma = 10, beta = 8/3) by
 * one step of the fourth-order Runge–Kutta method.
 * @param points x, y, z of each point in turn; changed in place
 * @param dt the time step; 0.01 gives visually smooth trajectories
 * @param rho the parameter that Lorenz called r; at 28 the trajectories never come to rest
 */
export function stepLorenz(points: Float64Array, dt: number, rho = 28): void {
  const half = dt / 2;
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i]!;
    const y = points[i + 1]!;
    const z = points[i + 2]!;
    const ax = 10 * (y - x);
    const ay = x * (rho - z) - y;
    const az = x * y - (8 / 3) * z;
    const bx = 10 * (y + half * ay - x - half * ax);
    const by = (x + half * ax) * (rho - z - half * az) - y - half * ay;
    const bz = (x + half * ax) * (y + half * ay) - (8 / 3) * (z + half * az);
    const cx = 10 * (y + half * by - x - half * bx);
    const cy = (x + half * bx) * (rho - z - half * bz) - y - half * by;
    const cz = (x + half * bx) * (y + half * by) - (8 / 3) * (z + half * bz);
    const ex = 10 * (y + dt * cy - x - dt * cx);
    const ey = (x + dt * cx) * (rho - z - dt * cz) - y - dt * cy;
    const ez = (x + dt * cx) * (y + dt * cy) - (8 / 3) * (z + dt * cz);
    points[i] = x + (dt / 6) * (ax + 2 * bx + 2 * cx + ex);
    points[i + 1] = y + (dt / 6) * (ay + 2 * by + 2 * cy + ey);
    points[i + 2] = z + (dt / 6) * (az + 2 * bz + 2 * cz + ez);
  }
}

/** Trajectories with equal time steps. */
export interface Trajectories {
  /** The number of trajectories. */
  readonly count: number;
  /** The number of stored moments, including the start. */
  readonly momentCount: number;
  /** x, y, z of every trajectory at the first moment, then at the second, and so on. */
  readonly positions: Float32Array;
}

/**
 * Computes trajectories of the Lorenz equations.
 * @param start x, y, z of the start of each trajectory
 * @param momentCount the number of moments to store, including the start
 * @param dt the time step
 */
export function integrateLorenz(start: Float64Array, momentCount: number, dt: number): Trajectories {
  const points = Float64Array.from(start);
  const positions = new Float32Array(points.length * momentCount);
  for (let m = 0; m < momentCount; m++) {
    positions.set(points, m * points.length);
    stepLorenz(points, dt);
  }
  return { count: points.length / 3, momentCount, positions };
}

/** Returns a point on the attractor, after a transient in time units. */
export function attractorPoint(transient = 40): Float64Array {
  const point = Float64Array.of(1, 1, 20);
  for (let t = 0; t < transient; t += 0.01) stepLorenz(point, 0.01);
  return point;
}
