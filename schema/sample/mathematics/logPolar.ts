/** The rows of a ring (the coarsest level uses one in 64) and its columns. Cells are nearly square at every radius. */
const ROWS = 448;
const COLUMNS = 4096;
const LEVELS = 6;

/** Writes the linear-light colour at a base-2 logarithm of the distance and an angle. */
type Paint = (octave: number, angle: number, out: Float32Array, at: number) => void;

/** A mipmap of the annulus for one doubling of the distance: the cells of level n are 2ⁿ times as wide. */
type Ring = readonly Float32Array[];

/**
 * Renders an image around a point as log-polar rings, each twice as wide as the next one inside. Each ring is drawn
 * once, so that a zoom by any factor costs only its rings.
 * @param resolution 1 for a full-size image, ½, ¼ … for smaller images
 * @param paint writes the colour of one cell
 */
export function logPolarRings(
  resolution: number,
  paint: Paint,
): (octave: number, angle: number, level: number, out: Float32Array, at: number) => void {
  const firstLevel = Math.min(LEVELS, Math.max(0, Math.round(-Math.log2(resolution))));
  const cache = new Map<number, Ring>();
  const ringAt = (number: number) => {
    const ring = cache.get(number) ?? drawRing(number, firstLevel, paint);
    cache.set(number, ring);
    // A ring far outside the image is not visible again during the zoom.
    for (const other of cache.keys()) if (other < number - CACHED_RINGS) cache.delete(other);
    return ring;
  };
  return (octave, angle, requestedLevel, out, at) => {
    const level = Math.min(LEVELS, Math.max(firstLevel, requestedLevel));
    const [rows, columns] = [ROWS >> level, COLUMNS >> level];
    const row = octave * rows - 0.5;
    const column = (angle / (2 * Math.PI) - Math.floor(angle / (2 * Math.PI))) * columns - 0.5 + columns;
    const [top, left] = [Math.floor(row), Math.floor(column)];
    const [fy, fx] = [row - top, column - left];
    let [red, green, blue] = [0, 0, 0];
    for (let dy = 0; dy < 2; dy++) {
      const number = Math.floor((top + dy) / rows);
      const cells = ringAt(number)[level - firstLevel]!;
      const rowStart = (top + dy - number * rows) * columns;
      for (let dx = 0; dx < 2; dx++) {
        const share = (dy ? fy : 1 - fy) * (dx ? fx : 1 - fx);
        const from = (rowStart + ((left + dx) % columns)) * 3;
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

const CACHED_RINGS = 13;

function drawRing(number: number, firstLevel: number, paint: Paint): Ring {
  let [rows, columns] = [ROWS >> firstLevel, COLUMNS >> firstLevel];
  let cells: Float32Array = new Float32Array(rows * columns * 3);
  for (let y = 0, at = 0; y < rows; y++)
    for (let x = 0; x < columns; x++, at += 3)
      paint(number + (y + 0.5) / rows, ((x + 0.5) / columns) * 2 * Math.PI, cells, at);
  const levels = [cells];
  for (let level = firstLevel; level < LEVELS; level++) {
    [rows, columns] = [rows / 2, columns / 2];
    cells = halve(cells, rows, columns);
    levels.push(cells);
  }
  return levels;
}

function halve(fine: Float32Array, rows: number, columns: number): Float32Array {
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
