/** The four numbers of a Clifford attractor. */
export type Numbers = readonly [a: number, b: number, c: number, d: number];

const TABLE_BITS = 14;
const TABLE_SIZE = 1 << TABLE_BITS;
const MASK = TABLE_SIZE - 1;
const PER_RADIAN = TABLE_SIZE / (2 * Math.PI);

/** A turn of the sine, its first entry again at the end. */
const SINE = Float32Array.from({ length: TABLE_SIZE + 1 }, (_, i) => Math.sin(i / PER_RADIAN));

/** The sine from a table, straight between entries: exact to 2·10⁻⁸, and some times as fast as the exact one. */
function sine(angle: number): number {
  const place = angle * PER_RADIAN;
  const low = Math.floor(place);
  const from = SINE[low & MASK]!;
  return from + (SINE[(low & MASK) + 1]! - from) * (place - low);
}

/**
 * A sheet of points under the map that Clifford Pickover drew (as told by Paul Bourke, "Clifford Attractors"):
 * x′ = sin(a·y) + c·cos(a·x), y′ = sin(b·x) + d·cos(b·y).
 * @param places x and y of each point; changed in place
 * @param before receives the x and y that each point had before the last whole fold
 * @param folds how often the map is applied; the part of a fold is the way from one place to the next, in part
 */
export function fold(places: Float32Array, before: Float32Array, [a, b, c, d]: Numbers, folds: number): void {
  const quarter = Math.PI / 2;
  const whole = Math.ceil(folds);
  const part = folds - Math.floor(folds);
  for (let i = 0; i < places.length; i += 2) {
    let [x, y] = [places[i]!, places[i + 1]!];
    let [px, py] = [x, y];
    for (let n = 0; n < whole; n++) {
      px = x;
      py = y;
      x = sine(a * py) + c * sine(a * px + quarter);
      y = sine(b * px) + d * sine(b * py + quarter);
    }
    if (part > 0) {
      const share = part * part * (3 - 2 * part);
      x = px + (x - px) * share;
      y = py + (y - py) * share;
    }
    places[i] = x;
    places[i + 1] = y;
    before[i] = px;
    before[i + 1] = py;
  }
}
