import type { Size } from '../canvas/linearImage.ts';

/** The rates of the Gray–Scott model per cell: the feed rate of U and the removal rate of V. */
export interface Rates {
  readonly feed: Float32Array;
  readonly kill: Float32Array;
}

/** Two substances on a grid: V consumes U to make more of itself (U + 2V → 3V) and is removed. */
export interface GrayScott {
  readonly size: Size;
  readonly u: Float32Array;
  readonly v: Float32Array;
  /** Advances by a number of time steps. */
  run(steps: number): void;
}

/** The diffusion rates in cells squared per time step; U diffuses twice as fast as V (Pearson, 1993). */
const DIFFUSION_U = 0.2097;
const DIFFUSION_V = 0.105;
/** The weights of the nine-point stencil 0.2, 0.05, -1, which is 0.3 times the Laplacian. */
const SIDE = 0.2;
const CORNER = 0.05;
const RATE_U = DIFFUSION_U / 0.3;
const RATE_V = DIFFUSION_V / 0.3;

/**
 * Returns the Gray–Scott reaction–diffusion model (Chemical Engineering Science, 1983–1984) on a grid with no flux at
 * its edges. It starts with U everywhere and no V: write seeds into `u` and `v`.
 */
export function grayScott(size: Size, { feed, kill }: Rates): GrayScott {
  const { width: w, height: h } = size;
  const u = new Float32Array(w * h).fill(1);
  const v = new Float32Array(w * h);
  const nextU = new Float32Array(w * h);
  const nextV = new Float32Array(w * h);
  const step = () => {
    for (let y = 0; y < h; y++) {
      const above = y === 0 ? 0 : -w;
      const below = y === h - 1 ? 0 : w;
      const first = y * w;
      const last = first + w - 1;
      // The weighted sums of the columns left of and at the cell stay in variables, so that each step reads one column.
      let a = u[first]!;
      let endsU = u[first + above]! + u[first + below]!;
      let columnU = SIDE * a + CORNER * endsU;
      let leftU = columnU;
      let b = v[first]!;
      let endsV = v[first + above]! + v[first + below]!;
      let columnV = SIDE * b + CORNER * endsV;
      let leftV = columnV;
      for (let i = first; i <= last; i++) {
        const right = i === last ? i : i + 1;
        const nextA = u[right]!;
        const nextEndsU = u[right + above]! + u[right + below]!;
        const rightU = SIDE * nextA + CORNER * nextEndsU;
        const nextB = v[right]!;
        const nextEndsV = v[right + above]! + v[right + below]!;
        const rightV = SIDE * nextB + CORNER * nextEndsV;
        const reacted = a * b * b;
        const f = feed[i]!;
        nextU[i] = a + RATE_U * (leftU + SIDE * endsU + rightU - a) - reacted + f * (1 - a);
        nextV[i] = b + RATE_V * (leftV + SIDE * endsV + rightV - b) + reacted - (f + kill[i]!) * b;
        leftU = columnU;
        columnU = rightU;
        endsU = nextEndsU;
        a = nextA;
        leftV = columnV;
        columnV = rightV;
        endsV = nextEndsV;
        b = nextB;
      }
    }
    u.set(nextU);
    v.set(nextV);
  };
  return {
    size,
    u,
    v,
    run: (steps) => {
      for (let s = 0; s < steps; s++) step();
    },
  };
}

/** Returns the rates of each cell from functions of its position (0 to 1 across and down). */
export function createRates(
  { width, height }: Size,
  at: (across: number, down: number) => readonly [feed: number, kill: number],
): Rates {
  const feed = new Float32Array(width * height);
  const kill = new Float32Array(width * height);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const [f, k] = at((x + 0.5) / width, (y + 0.5) / height);
      feed[i] = f;
      kill[i] = k;
    }
  return { feed, kill };
}

/** Adds a viable drop of V: a soft disc with a radius in cells. */
export function addDrop({ size, u, v }: GrayScott, x: number, y: number, radius: number): void {
  for (let row = Math.max(0, Math.floor(y - radius)); row < Math.min(size.height, y + radius + 1); row++)
    for (
      let column = Math.max(0, Math.floor(x - radius));
      column < Math.min(size.width, x + radius + 1);
      column++
    ) {
      const coverage = Math.min(1, Math.max(0, radius - Math.hypot(column - x, row - y)));
      const i = row * size.width + column;
      u[i] = u[i]! - 0.5 * coverage * u[i]!;
      v[i] = Math.max(v[i]!, 0.25 * coverage);
    }
}
