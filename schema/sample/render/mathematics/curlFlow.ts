import type { Size } from '../canvas/light.ts';
import { ease } from '../canvas/motion.ts';
import { perlinNoise } from './perlinNoise.ts';

/** The flow's grid: the basin is one unit high and 16/9 wide, and a cell is a ninetieth of a unit. */
const CELLS: Size = { width: 160, height: 90 };
/** How near to the walls the flow begins to follow them, in units. */
const SHORE = 0.16;

/** A flow at one moment, by place: x from 0 to 16/9, y from 0 to 1, in units a unit of time. */
export type Flow = (x: number, y: number, out: Float64Array) => void;

/**
 * A flow without sources or sinks: the curl of a potential of noise, which dies away at the walls so that nothing
 * passes through them (Robert Bridson, Jim Hourihan and Marcus Nordenstam, "Curl-Noise for Procedural Fluid Flow",
 * SIGGRAPH 2007).
 * @returns the flow at a moment; it is valid until the next call
 */
export function curlFlow(seed: number): (moment: number) => Flow {
  const noise = perlinNoise(seed);
  const { width, height } = CELLS;
  const [columns, rows] = [width + 1, height + 1];
  const potential = new Float64Array(columns * rows);
  const velocity = new Float64Array(columns * rows * 2);
  const read: Flow = (x, y, out) => {
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
        const wall = 0.05 + Math.min(x, y, width / height - x, 1 - y);
        const hills = noise(x * 2.1 + 3, y * 2.1, moment * 1.1) * 0.21;
        const eddies = noise(x * 4.6, y * 4.6 + 7, 9 + moment * 1.6) * 0.05;
        potential[i] = (hills + eddies) * ease(wall, 0, SHORE);
      }
    for (let row = 0, i = 0; row < rows; row++)
      for (let column = 0; column < columns; column++, i++) {
        const [up, down] = [row > 0 ? i - columns : i, row < rows - 1 ? i + columns : i];
        const [left, right] = [column > 0 ? i - 1 : i, column < columns - 1 ? i + 1 : i];
        velocity[i * 2] = ((potential[down]! - potential[up]!) * height) / 2;
        velocity[i * 2 + 1] = (-(potential[right]! - potential[left]!) * height) / 2;
      }
    return read;
  };
}
