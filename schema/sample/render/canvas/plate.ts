/** The roots of cosh(k) cos(k) = 1 for a bar free at both ends, k = 4.730, 7.853, …; beyond, (n − ½)π to ten digits. */
const ROOTS = [4.730040744862704, 7.853204624095838, 10.995607838001671, 14.137165491257464];

/**
 * The shape of a bar free at both ends in its n-th mode, over -1 to 1: 0 stays level, 1 tilts, and from 2 on it
 * bends with n nodes (the functions Walther Ritz built his plates from, 1909).
 */
export function freeBar(n: number, x: number): number {
  if (n === 0) return 1;
  if (n === 1) return x;
  const k = (ROOTS[n - 2] ?? (n - 0.5) * Math.PI) / 2;
  return n % 2 === 0
    ? Math.cos(k * x) / Math.cos(k) + Math.cosh(k * x) / Math.cosh(k)
    : Math.sin(k * x) / Math.sin(k) + Math.sinh(k * x) / Math.sinh(k);
}

/** A figure of Chladni's on a square plate: two numbers of nodes, and how the two crossed shapes are added. */
export interface Mode {
  readonly m: number;
  readonly n: number;
  /** 1 and -1 are the symmetrical figures; what lies between comes of a plate held elsewhere. */
  readonly sign: number;
}

/** How far a place of the plate swings, x and y from -1 to 1: Ritz's first approximation of a free square plate. */
function swing({ m, n, sign }: Mode, x: number, y: number): number {
  return (freeBar(m, x) * freeBar(n, y) + sign * freeBar(n, x) * freeBar(m, y)) / 2;
}

/** The cells to a side of the table that tells how far the nearest still line is. */
const CELLS = 720;

/** About how far each place is from the nearest still line: the swing over its slope. */
function distances(mode: Mode): Float32Array {
  const swings = new Float32Array((CELLS + 1) ** 2);
  const place = (cell: number) => (cell / CELLS) * 2 - 1;
  for (let row = 0, i = 0; row <= CELLS; row++)
    for (let column = 0; column <= CELLS; column++, i++) swings[i] = swing(mode, place(column), place(row));
  const far = new Float32Array(CELLS * CELLS);
  for (let row = 0, i = 0; row < CELLS; row++)
    for (let column = 0; column < CELLS; column++, i++) {
      const at = row * (CELLS + 1) + column;
      const slopeX = (swings[at + 1]! - swings[at]!) * (CELLS / 2);
      const slopeY = (swings[at + CELLS + 1]! - swings[at]!) * (CELLS / 2);
      far[i] = Math.abs(swings[at]!) / (Math.hypot(slopeX, slopeY) + 1e-6);
    }
  return far;
}

/**
 * Where grains come to rest that are strewn on a sounding plate: thrown off wherever it swings, they stay near its
 * still lines.
 * @param count how many are wanted
 * @param width how far from a line most of them lie, the plate being 2 wide
 * @param random a source of chance
 * @returns x and y of each, from -1 to 1
 */
export function sand(mode: Mode, count: number, width: number, random: () => number): Float32Array {
  const far = distances(mode);
  const grains = new Float32Array(count * 2);
  for (let grain = 0, thrown = 0; grain < count && thrown < count * 400; thrown++) {
    const [x, y] = [random(), random()];
    const distance = far[Math.floor(y * CELLS) * CELLS + Math.floor(x * CELLS)]!;
    if (random() > Math.exp(-((distance / width) ** 2))) continue;
    grains[grain * 2] = x * 2 - 1;
    grains[grain * 2 + 1] = y * 2 - 1;
    grain += 1;
  }
  return grains;
}
