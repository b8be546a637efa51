/** The four parameters of a Clifford attractor. */
export type CliffordParameters = readonly [a: number, b: number, c: number, d: number];

const TABLE_BITS = 14;
const TABLE_SIZE = 1 << TABLE_BITS;
const MASK = TABLE_SIZE - 1;
const PER_RADIAN = TABLE_SIZE / (2 * Math.PI);

/** One period of the sine; the first entry is repeated at the end. */
const SINE = Float32Array.from({ length: TABLE_SIZE + 1 }, (_, i) => Math.sin(i / PER_RADIAN));

/**
 * Returns the sine by linear interpolation in the table. The error is at most 2·10⁻⁸, and it is several times as fast
 * as `Math.sin`.
 */
function sine(angle: number): number {
  const position = angle * PER_RADIAN;
  const low = Math.floor(position);
  const from = SINE[low & MASK]!;
  return from + (SINE[(low & MASK) + 1]! - from) * (position - low);
}

/**
 * Applies the map of Clifford Pickover to a sheet of points (after Paul Bourke, "Clifford Attractors"): x′ = sin(a·y) +
 * c·cos(a·x), y′ = sin(b·x) + d·cos(b·y).
 * @param positions x and y of each point; changed in place
 * @param before receives x and y of each point before the last whole fold
 * @param folds the number of applications; a fraction interpolates towards the next one
 */
export function applyCliffordMap(
  positions: Float32Array,
  before: Float32Array,
  [a, b, c, d]: CliffordParameters,
  folds: number,
): void {
  const quarter = Math.PI / 2;
  const wholeFolds = Math.ceil(folds);
  const fraction = folds - Math.floor(folds);
  for (let i = 0; i < positions.length; i += 2) {
    let [x, y] = [positions[i]!, positions[i + 1]!];
    let [px, py] = [x, y];
    for (let n = 0; n < wholeFolds; n++) {
      px = x;
      py = y;
      x = sine(a * py) + c * sine(a * px + quarter);
      y = sine(b * px) + d * sine(b * py + quarter);
    }
    if (fraction > 0) {
      const share = fraction * fraction * (3 - 2 * fraction);
      x = px + (x - px) * share;
      y = py + (y - py) * share;
    }
    positions[i] = x;
    positions[i + 1] = y;
    before[i] = px;
    before[i + 1] = py;
  }
}
