/** A ring's rows, of which 64 make one at the coarsest level, and its columns: nearly square cells at every radius. */
const ROWS = 448;
const COLUMNS = 4096;
const LEVELS = 6;

/** Writes the linear-light colour of a place given by the logarithm (base 2) of its distance and its angle. */
type Paint = (octave: number, angle: number, out: Float32Array, at: number) => void;

/** One doubling of the distance from a point, seen all round, at each fineness: level n has cells 2ⁿ as wide. */
type Ring = readonly Float32Array[];

/**
 * A picture about a point as rings, each twice as wide as the next within, and each drawn only once: a way into the
 * picture by any factor costs no more than its rings.
 * @param fineness the share of the finest cells that is drawn: 1 for a full picture, ½, ¼ … for smaller ones
 * @param paint draws one cell
 */
export function rings(
  fineness: number,
  paint: Paint,
): (octave: number, angle: number, level: number, out: Float32Array, at: number) => void {
  const skip = Math.min(LEVELS, Math.max(0, Math.round(-Math.log2(fineness))));
  const drawn = new Map<number, Ring>();
  const ringAt = (number: number) => {
    const ring = drawn.get(number) ?? drawRing(number, skip, paint);
    drawn.set(number, ring);
    // A ring wider than the picture by far is not seen again on the way in.
    for (const other of drawn.keys()) if (other < number - KEPT) drawn.delete(other);
    return ring;
  };
  return (octave, angle, wanted, out, at) => {
    const level = Math.min(LEVELS, Math.max(skip, wanted));
    const [rows, columns] = [ROWS >> level, COLUMNS >> level];
    const row = octave * rows - 0.5;
    const column = (angle / (2 * Math.PI) - Math.floor(angle / (2 * Math.PI))) * columns - 0.5 + columns;
    const [top, left] = [Math.floor(row), Math.floor(column)];
    const [fy, fx] = [row - top, column - left];
    let [red, green, blue] = [0, 0, 0];
    for (let dy = 0; dy < 2; dy++) {
      const number = Math.floor((top + dy) / rows);
      const cells = ringAt(number)[level - skip]!;
      const line = (top + dy - number * rows) * columns;
      for (let dx = 0; dx < 2; dx++) {
        const share = (dy ? fy : 1 - fy) * (dx ? fx : 1 - fx);
        const from = (line + ((left + dx) % columns)) * 3;
        red += cells[from]! * share;
        green += cells[from + 1]! * share;
        blue += cells[from + 2]! * share;
      }
    }
    out[at] = red;
    out[at + 1] = green;
    out[at + 2] = blue;
  };
}

const KEPT = 13;

function drawRing(number: number, skip: number, paint: Paint): Ring {
  let [rows, columns] = [ROWS >> skip, COLUMNS >> skip];
  let cells: Float32Array = new Float32Array(rows * columns * 3);
  for (let y = 0, at = 0; y < rows; y++)
    for (let x = 0; x < columns; x++, at += 3)
      paint(number + (y + 0.5) / rows, ((x + 0.5) / columns) * 2 * Math.PI, cells, at);
  const levels = [cells];
  for (let level = skip; level < LEVELS; level++) {
    [rows, columns] = [rows / 2, columns / 2];
    cells = halved(cells, rows, columns);
    levels.push(cells);
  }
  return levels;
}

function halved(fine: Float32Array, rows: number, columns: number): Float32Array {
  const coarse = new Float32Array(rows * columns * 3);
  for (let y = 0, at = 0; y < rows; y++)
    for (let x = 0; x < columns; x++)
      for (let c = 0; c < 3; c++, at++) {
        const from = (y * 2 * columns * 2 + x * 2) * 3 + c;
        coarse[at] =
          (fine[from]! + fine[from + 3]! + fine[from + columns * 6]! + fine[from + columns * 6 + 3]!) / 4;
      }
  return coarse;
}
