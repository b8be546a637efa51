import { clamp } from '../canvas/motion.ts';

/** Something that moves the water. Places in cells from the tank's visible top left corner. */
export interface Mover {
  readonly x: number;
  readonly y: number;
  /** The height it adds in a unit of time, before the shape is applied. */
  readonly push: number;
  /** The deviation of its Gaussian shape along x and y, in cells. */
  readonly reach: readonly [x: number, y: number];
}

/** What stands in a tank, at each visible cell. */
export interface Obstacles {
  /** The share of its speed that the water loses in a step: it calms without throwing waves back. */
  calm(x: number, y: number): number;
  /** How solid a wall stands there, 0 to 1: it throws waves back. */
  wall(x: number, y: number): number;
  /** Left of this cell the upper and lower shores throw waves back, so that straight waves keep straight ends. */
  readonly channel: number;
}

/** Cells of absorbing shore about the visible tank, so that no wave comes back from an edge. */
const SHORE = 64;
const SHORE_DAMPING = 0.11;

/**
 * A tank of shallow water: the wave equation in two dimensions on a grid, stepped by the leapfrog method with the
 * nine-point Laplacian, whose error is the same in all directions, so that circles stay round.
 */
export interface Tank {
  readonly width: number;
  readonly height: number;
  /** Water height at a visible cell. */
  at(x: number, y: number): number;
  /** Moves on by one step; waves travel `SPEED` cells. */
  step(movers: readonly Mover[]): void;
  /** Sets what stands in the water and slows it, until it is set anew. */
  obstruct(obstacles: Obstacles): void;
}

/** Cells a wave travels in a step; the method is stable below 0.7. */
export const SPEED = 0.5;

/** A still tank of the given number of visible cells. */
export function waveTank(width: number, height: number): Tank {
  const w = width + 2 * SHORE;
  const h = height + 2 * SHORE;
  let now = new Float32Array(w * h);
  let before = new Float32Array(w * h);
  const keep = new Float32Array(w * h);
  const open = new Float32Array(w * h);
  const obstruct = ({ calm, wall, channel }: Obstacles) => {
    for (let y = 0; y < h; y++)
      for (let x = 0; x < w; x++) {
        const sideways = Math.max(0, SHORE - x, x - (w - 1 - SHORE));
        const upright = x - SHORE < channel ? 0 : Math.max(0, SHORE - y, y - (h - 1 - SHORE));
        const out = Math.max(sideways, upright) / SHORE;
        keep[y * w + x] = 1 - clamp(SHORE_DAMPING * out * out + calm(x - SHORE, y - SHORE));
        open[y * w + x] = 1 - clamp(wall(x - SHORE, y - SHORE));
      }
  };
  obstruct({ calm: () => 0, wall: () => 0, channel: Number.NEGATIVE_INFINITY });
  const step = (movers: readonly Mover[]) => {
    const c = SPEED * SPEED;
    for (let y = 1; y < h - 1; y++)
      for (let i = y * w + 1, end = y * w + w - 1; i < end; i++) {
        const sides = now[i - 1]! + now[i + 1]! + now[i - w]! + now[i + w]!;
        const corners = now[i - w - 1]! + now[i - w + 1]! + now[i + w - 1]! + now[i + w + 1]!;
        const laplacian = (4 * sides + corners - 20 * now[i]!) / 6;
        before[i] = (now[i]! + (now[i]! - before[i]!) * keep[i]! + c * laplacian) * open[i]!;
      }
    // Level water across the outer edge: the edge throws waves back upright.
    before.copyWithin(0, w, 2 * w);
    before.copyWithin((h - 1) * w, (h - 2) * w, (h - 1) * w);
    [now, before] = [before, now];
    for (const mover of movers) push(now, w, h, mover);
  };
  const at = (x: number, y: number) => now[(y + SHORE) * w + x + SHORE]!;
  return { width, height, at, step, obstruct };
}

function push(water: Float32Array, w: number, h: number, { x, y, push, reach }: Mover): void {
  if (push === 0) return;
  const [rx, ry] = reach;
  const cx = x + SHORE;
  const cy = y + SHORE;
  for (let row = Math.max(1, Math.ceil(cy - 3 * ry)); row < Math.min(h - 1, cy + 3 * ry); row++)
    for (let column = Math.max(1, Math.ceil(cx - 3 * rx)); column < Math.min(w - 1, cx + 3 * rx); column++) {
      const i = row * w + column;
      const shape = Math.exp(-0.5 * (((column - cx) / rx) ** 2 + ((row - cy) / ry) ** 2));
      water[i] = water[i]! + push * shape;
    }
}
