import { seededRandom } from '../canvas/random.ts';

/** The edges of a cube: the directions of the gradients. */
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

/** A smooth function of space with values from about -1 to 1 and features about one unit apart. */
export type Noise = (x: number, y: number, z: number) => number;

/**
 * Returns gradient noise in three dimensions (Ken Perlin, "Improving Noise", SIGGRAPH 2002): lattice gradients blended
 * by a fifth-degree polynomial.
 * @param seed the seed of the permutation of the gradients
 */
export function perlinNoise(seed: number): Noise {
  const random = seededRandom(seed);
  const permutation = Uint8Array.from({ length: PERIOD }, (_, i) => i);
  for (let i = PERIOD - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [permutation[i], permutation[j]] = [permutation[j]!, permutation[i]!];
  }
  const permute = (i: number) => permutation[i & (PERIOD - 1)]!;
  const gradientDot = (i: number, j: number, k: number, x: number, y: number, z: number) => {
    const edge = EDGES[permute(i + permute(j + permute(k))) % 12]!;
    return edge[0] * x + edge[1] * y + edge[2] * z;
  };
  return (x, y, z) => {
    const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
    const [fx, fy, fz] = [x - i, y - j, z - k];
    const [sx, sy] = [blend(fx), blend(fy)];
    const layer = (dk: number) => {
      const near =
        gradientDot(i, j, k + dk, fx, fy, fz - dk) * (1 - sx) +
        gradientDot(i + 1, j, k + dk, fx - 1, fy, fz - dk) * sx;
      const far =
        gradientDot(i, j + 1, k + dk, fx, fy - 1, fz - dk) * (1 - sx) +
        gradientDot(i + 1, j + 1, k + dk, fx - 1, fy - 1, fz - dk) * sx;
      return near * (1 - sy) + far * sy;
    };
    const sz = blend(fz);
    return layer(0) * (1 - sz) + layer(1) * sz;
  };
}

function blend(t: number): number {
  return t * t * t * (t * (t * 6 - 15) + 10);
}
