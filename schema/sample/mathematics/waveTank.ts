import { clamp } from '../canvas/easing.ts';

/** A source of waves. Positions are in cells from the top left corner of the visible tank. */
export interface WaveSource {
  readonly x: number;
  readonly y: number;
  /** The height that it adds per time step, before its shape is applied. */
  readonly amplitude: number;
  /** The standard deviation of its Gaussian shape along x and y, in cells. */
  readonly spread: readonly [x: number, y: number];
}

/** The obstacles in a tank, by visible cell. */
export interface Obstacles {
  /** Returns the share of its speed that the water loses per step: damping without reflection. */
  damping(x: number, y: number): number;
  /** Returns the solidity of a wall, 0 to 1, which reflects waves. */
  wall(x: number, y: number): number;
  /** Left of this cell the upper and lower edges reflect waves, so that plane waves stay plane. */
  readonly channelEnd: number;
}

/** The width in cells of the absorbing border around the visible tank, which prevents reflections from its edges. */
const BORDER_CELLS = 64;
const BORDER_DAMPING = 0.11;

/** The heights of a tank in rows. */
interface WaterSurface {
  readonly heights: Float32Array;
  /** The index of the first visible cell. */
  readonly start: number;
  /** The number of cells in a row. */
  readonly stride: number;
}

/**
 * A tank of shallow water: the two-dimensional wave equation on a grid, integrated by the leapfrog method with an
 * isotropic nine-point Laplacian, so that circles stay round.
 */
export interface WaveTank {
  readonly width: number;
  readonly height: number;
  /** Returns the water height at a visible cell. */
  at(x: number, y: number): number;
  /** Returns the heights of the water until the next step, also around the visible cells. */
  surface(): WaterSurface;
  /** Advances by one step, in which waves travel `WAVE_SPEED` cells. */
  step(sources: readonly WaveSource[]): void;
  /** Sets the obstacles until the next call. */
  setObstacles(obstacles: Obstacles): void;
}

/** The wave speed in cells per step; the method is stable below 0.7. */
export const WAVE_SPEED = 0.5;

/** Returns a still tank with the given number of visible cells. */
export function waveTank(width: number, height: number): WaveTank {
  const w = width + 2 * BORDER_CELLS;
  const h = height + 2 * BORDER_CELLS;
  let now = new Float32Array(w * h);
  let previous = new Float32Array(w * h);
  const velocityFactors = new Float32Array(w * h);
  const heightFactors = new Float32Array(w * h);
  const setObstacles = ({ damping, wall, channelEnd }: Obstacles) => {
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        const sideways = Math.max(0, BORDER_CELLS - x, x - (w - 1 - BORDER_CELLS));
        const upright =
          x - BORDER_CELLS < channelEnd ? 0 : Math.max(0, BORDER_CELLS - y, y - (h - 1 - BORDER_CELLS));
        const out = Math.max(sideways, upright) / BORDER_CELLS;
        velocityFactors[y * w + x] =
          1 - clamp(BORDER_DAMPING * out * out + damping(x - BORDER_CELLS, y - BORDER_CELLS));
        heightFactors[y * w + x] = 1 - clamp(wall(x - BORDER_CELLS, y - BORDER_CELLS));
      }
  };
  setObstacles({ damping: () => 0, wall: () => 0, channelEnd: Number.NEGATIVE_INFINITY });
  const step = (sources: readonly WaveSource[]) => {
    const c = WAVE_SPEED * WAVE_SPEED;
    const [from, to] = [now, previous];
    for (let y = 1; y < h - 1; y++) {
      const first = y * w + 1;
      // The columns left of and at the cell stay in variables, so that each step reads only the column to the right.
      let left = from[first - 1]!;
      let aboveLeft = from[first - w - 1]!;
      let belowLeft = from[first + w - 1]!;
      let here = from[first]!;
      let above = from[first - w]!;
      let below = from[first + w]!;
      for (let i = first, end = y * w + w - 1; i < end; i++) {
        const right = from[i + 1]!;
        const aboveRight = from[i - w + 1]!;
        const belowRight = from[i + w + 1]!;
        const sides = left + right + above + below;
        const corners = aboveLeft + aboveRight + belowLeft + belowRight;
        const laplacian = (4 * sides + corners - 20 * here) / 6;
        to[i] = (here + (here - to[i]!) * velocityFactors[i]! + c * laplacian) * heightFactors[i]!;
        left = here;
        aboveLeft = above;
        belowLeft = below;
        here = right;
        above = aboveRight;
        below = belowRight;
      }
    }
    // Equal heights across the outer edge (Neumann boundary) reflect waves without inversion.
    to.copyWithin(0, w, 2 * w);
    to.copyWithin((h - 1) * w, (h - 2) * w, (h - 1) * w);
    [now, previous] = [to, from];
    for (const source of sources) addWave(now, w, h, source);
  };
  const at = (x: number, y: number) => now[(y + BORDER_CELLS) * w + x + BORDER_CELLS]!;
  const surface = () => ({ heights: now, start: BORDER_CELLS * (w + 1), stride: w });
  return { width, height, at, surface, step, setObstacles };
}

function addWave(water: Float32Array, w: number, h: number, { x, y, amplitude, spread }: WaveSource): void {
  if (amplitude === 0) return;
  const [rx, ry] = spread;
  const cx = x + BORDER_CELLS;
  const cy = y + BORDER_CELLS;
  for (let row = Math.max(1, Math.ceil(cy - 3 * ry)); row < Math.min(h - 1, cy + 3 * ry); row++)
    for (let column = Math.max(1, Math.ceil(cx - 3 * rx)); column < Math.min(w - 1, cx + 3 * rx); column++) {
      const i = row * w + column;
      const shape = Math.exp(-0.5 * (((column - cx) / rx) ** 2 + ((row - cy) / ry) ** 2));
      water[i] = water[i]! + amplitude * shape;
    }
}
