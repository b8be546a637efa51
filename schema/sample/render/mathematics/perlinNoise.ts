import { chance } from '../canvas/chance.ts';

/** The edges of a cube, towards which the gradients point. */
const EDGES = [
  [1, 1, 0],
  [-1, 1, 0],
  [1, -1, 0],
  [-1, -1, 0],
  [1, 0, 1],
  [-1, 0, 1],
  [1, 0, -1],
  [-1, 0, -1],
  [0, 1, 1],
  [0, -1, 1],
  [0, 1, -1],
  [0, -1, -1],
] as const;
const PERIOD = 256;

/** A smooth function of space between about -1 and 1, whose hills are about one unit apart. */
export type Noise = (x: number, y: number, z: number) => number;

/**
 * Gradient noise in three dimensions (Ken Perlin, "Improving Noise", SIGGRAPH 2002): a slope in each corner of a
 * lattice, blended by a polynomial of the fifth degree.
 * @param seed of the order of the slopes
 */
export function perlinNoise(seed: number): Noise {
  const random = chance(seed);
  const order = Uint8Array.from({ length: PERIOD }, (_, i) => i);
  for (let i = PERIOD - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  const at = (i: number) => order[i & (PERIOD - 1)]!;
  const corner = (i: number, j: number, k: number, x: number, y: number, z: number) => {
    const edge = EDGES[at(i + at(j + at(k))) % 12]!;
    return edge[0] * x + edge[1] * y + edge[2] * z;
  };
  return (x, y, z) => {
    const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
    const [fx, fy, fz] = [x - i, y - j, z - k];
    const [sx, sy] = [blend(fx), blend(fy)];
    const layer = (dk: number) => {
      const near =
        corner(i, j, k + dk, fx, fy, fz - dk) * (1 - sx) + corner(i + 1, j, k + dk, fx - 1, fy, fz - dk) * sx;
      const far =
        corner(i, j + 1, k + dk, fx, fy - 1, fz - dk) * (1 - sx) +
        corner(i + 1, j + 1, k + dk, fx - 1, fy - 1, fz - dk) * sx;
      return near * (1 - sy) + far * sy;
    };
    const sz = blend(fz);
    return layer(0) * (1 - sz) + layer(1) * sz;
  };
}

function blend(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}
