import { ease } from '../canvas/easing.ts';
import type { Size } from '../canvas/linearImage.ts';
import { perlinNoise } from './perlinNoise.ts';

/** The grid of the flow. The basin is one unit high and 16/9 wide; a cell is 1/90 of a unit. */
const CELLS: Size = { width: 160, height: 90 };
/** The distance from the walls within which the flow bends along them, in units. */
const WALL_DISTANCE = 0.16;

/** A velocity field at one moment: x from 0 to 16/9, y from 0 to 1, velocities in units per unit of time. */
export type Flow = (x: number, y: number, out: Float64Array) => void;

/**
 * Returns a divergence-free flow: the curl of a noise potential that falls to 0 at the walls, so that nothing passes
 * through them (Robert Bridson, Jim Hourihan and Marcus Nordenstam, "Curl-Noise for Procedural Fluid Flow", SIGGRAPH
 * 2007).
 * @returns a function that gives the flow at a moment; a flow is valid until the next call
 */
export function curlNoise(seed: number): (moment: number) => Flow {
  const noise = perlinNoise(seed);
  const { width, height } = CELLS;
  const [columns, rows] = [width + 1, height + 1];
  const potential = new Float64Array(columns * rows);
  const velocity = new Float64Array(columns * rows * 2);
  const velocityAt: Flow = (x, y, out) => {
    const u = Math.min(width - 1e-6, Math.max(0, x * height));
    const v = Math.min(height - 1e-6, Math.max(0, y * height));
    const [column, row] = [Math.floor(u), Math.floor(v)];
    const [fx, fy] = [u - column, v - row];
    const upper = (row * columns + column) * 2;
    const lower = upper + columns * 2;
    for (let c = 0; c < 2; c++)
      out[c] =
        (velocity[upper + c]! * (1 - fx) + velocity[upper + 2 + c]! * fx) * (1 - fy) +
        (velocity[lower + c]! * (1 - fx) + velocity[lower + 2 + c]! * fx) * fy;
  };
  return (moment) => {
    for (let row = 0, i = 0; row < rows; row++)
      for (let column = 0; column < columns; column++, i++) {
        const [x, y] = [column / height, row / height];
        const wallDistance = 0.05 + Math.min(x, y, width / height - x, 1 - y);
        const hills = noise(x * 2.1 + 3, y * 2.1, moment * 1.1) * 0.21;
        const eddies = noise(x * 4.6, y * 4.6 + 7, 9 + moment * 1.6) * 0.05;
        potential[i] = (hills + eddies) * ease(wallDistance, 0, WALL_DISTANCE);
      }
    for (let row = 0, i = 0; row < rows; row++)
      for (let column = 0; column < columns; column++, i++) {
        const [up, down] = [row > 0 ? i - columns : i, row < rows - 1 ? i + columns : i];
        const [left, right] = [column > 0 ? i - 1 : i, column < columns - 1 ? i + 1 : i];
        velocity[i * 2] = ((potential[down]! - potential[up]!) * height) / 2;
        velocity[i * 2 + 1] = (-(potential[right]! - potential[left]!) * height) / 2;
      }
    return velocityAt;
  };
}
