/**
 * The roots of cosh(k) cos(k) = 1 for a bar free at both ends: k = 4.730, 7.853, …. Higher roots equal (n − ½)π to ten
 * digits.
 */
const ROOTS = [4.730040744862704, 7.853204624095838, 10.995607838001671, 14.137165491257464];

/**
 * Returns the n-th mode shape of a bar free at both ends, for x from -1 to 1: 0 is a translation, 1 a rotation, and n ≥
 * 2 bends with n nodes (Walther Ritz, 1909).
 */
export function freeBarMode(n: number, x: number): number {
  if (n === 0) return 1;
  if (n === 1) return x;
  const k = (ROOTS[n - 2] ?? (n - 0.5) * Math.PI) / 2;
  return n % 2 === 0
    ? Math.cos(k * x) / Math.cos(k) + Math.cosh(k * x) / Math.cosh(k)
    : Math.sin(k * x) / Math.sin(k) + Math.sinh(k * x) / Math.sinh(k);
}

/** A mode of a square Chladni plate: the mode numbers of the two bars and the sign of their sum. */
export interface PlateMode {
  readonly m: number;
  readonly n: number;
  /** 1 and -1 are the symmetric figures; values between them belong to other clamping positions. */
  readonly sign: number;
}

/**
 * Returns the displacement of the plate at x and y from -1 to 1: the first Ritz approximation of a free square plate.
 */
function displacement({ m, n, sign }: PlateMode, x: number, y: number): number {
  return (freeBarMode(m, x) * freeBarMode(n, y) + sign * freeBarMode(n, x) * freeBarMode(m, y)) / 2;
}

/** Returns the displacement in the middle of each cell of a grid with `cells` rows and columns. */
export function plateDisplacements(mode: PlateMode, cells: number): Float32Array {
  const coordinate = (cell: number) => ((cell + 0.5) / cells) * 2 - 1;
  return Float32Array.from({ length: cells * cells }, (_, i) =>
    displacement(mode, coordinate(i % cells), coordinate(Math.floor(i / cells))),
  );
}

/** The number of table cells along a side of the plate. */
const CELLS = 720;

/**
 * Returns the approximate distance of each cell from the nearest nodal line: the displacement divided by its gradient.
 */
function nodalDistances(mode: PlateMode): Float32Array {
  const displacements = new Float32Array((CELLS + 1) ** 2);
  const coordinate = (cell: number) => (cell / CELLS) * 2 - 1;
  for (let row = 0, i = 0; row <= CELLS; row++)
    for (let column = 0; column <= CELLS; column++, i++)
      displacements[i] = displacement(mode, coordinate(column), coordinate(row));
  const nodal = new Float32Array(CELLS * CELLS);
  for (let row = 0, i = 0; row < CELLS; row++)
    for (let column = 0; column < CELLS; column++, i++) {
      const at = row * (CELLS + 1) + column;
      const slopeX = (displacements[at + 1]! - displacements[at]!) * (CELLS / 2);
      const slopeY = (displacements[at + CELLS + 1]! - displacements[at]!) * (CELLS / 2);
      nodal[i] = Math.abs(displacements[at]!) / (Math.hypot(slopeX, slopeY) + 1e-6);
    }
  return nodal;
}

/**
 * Scatters sand grains near the nodal lines of a vibrating plate by rejection sampling.
 * @param count the number of grains
 * @param width the typical distance from a nodal line; the plate is 2 wide
 * @param random a generator of numbers in [0, 1)
 * @returns x and y of each grain, from -1 to 1
 */
export function scatterSand(
  mode: PlateMode,
  count: number,
  width: number,
  random: () => number,
): Float32Array {
  const nodal = nodalDistances(mode);
  const grains = new Float32Array(count * 2);
  for (let grain = 0, attempts = 0; grain < count && attempts < count * 400; attempts++) {
    const [x, y] = [random(), random()];
    const distance = nodal[Math.floor(y * CELLS) * CELLS + Math.floor(x * CELLS)]!;
    if (random() > Math.exp(-((distance / width) ** 2))) continue;
    grains[grain * 2] = x * 2 - 1;
    grains[grain * 2 + 1] = y * 2 - 1;
    grain += 1;
  }
  return grains;
}
