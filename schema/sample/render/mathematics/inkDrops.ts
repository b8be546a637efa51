import type { Rgb } from '../canvas/colour.ts';
import type { Size } from '../canvas/light.ts';

/** A drop of ink, or of clear water that pushes ink aside, fallen on a basin one unit high. */
export interface Drop {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** How much light of each component it keeps back, as a natural logarithm; nought for water. */
  readonly ink: Rgb;
}

/**
 * The ink on a basin after drops have fallen one after another, each pushing what lay there outwards by its own
 * area (the mathematics of marbling: Shufang Lu, Aubrey Jaffer and others, "Mathematical Marbling", IEEE Computer
 * Graphics and Applications, 2012). For each place it is looked for from the last drop back to the first.
 * @param size of the picture in pixels
 * @param inks takes the light kept back, three components a pixel
 */
export function paintDrops(drops: readonly Drop[], { width, height }: Size, inks: Float32Array): void {
  const count = drops.length;
  // Edges are as soft as a pixel and a half is wide.
  const soft = 1.6 / height;
  const inked = roughly(drops, { width, height });
  const numbers = Float64Array.from(drops.flatMap(({ x, y, radius, ink }) => [x, y, radius, ...ink]));
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++, at += 3) {
      let left = 1;
      let x = (column + 0.5) / height;
      let y = (row + 0.5) / height;
      inks[at] = 0;
      inks[at + 1] = 0;
      inks[at + 2] = 0;
      if (inked && inked[(row >> 3) * (width >> 3) + (column >> 3)] === 0) continue;
      for (let k = (count - 1) * 6; k >= 0; k -= 6) {
        const dx = x - numbers[k]!;
        const dy = y - numbers[k + 1]!;
        const radius = numbers[k + 2]!;
        const square = dx * dx + dy * dy;
        const edge = radius + soft;
        if (square < edge * edge) {
          const inside = Math.min(1, Math.max(0, 0.5 + (radius - Math.sqrt(square)) / soft));
          for (let c = 0; c < 3; c++) inks[at + c] = inks[at + c]! + numbers[k + 3 + c]! * left * inside;
          left *= 1 - inside;
          if (left < 0.004) break;
        }
        const pulled = Math.sqrt(Math.max(0, 1 - (radius * radius) / (square + 1e-12)));
        x = numbers[k]! + dx * pulled;
        y = numbers[k + 1]! + dy * pulled;
      }
    }
}

/**
 * Where, in blocks of eight by eight pixels, there may be ink: most of the basin is clear water, and need not be
 * looked at closely.
 * @returns nothing for a picture that is small, or of another size than whole blocks
 */
function roughly(drops: readonly Drop[], { width, height }: Size): Uint8Array | undefined {
  if (width < 640 || width % 8 !== 0 || height % 8 !== 0) return undefined;
  const [columns, rows] = [width / 8, height / 8];
  const coarse = new Float32Array(columns * rows * 3);
  paintDrops(drops, { width: columns, height: rows }, coarse);
  const inked = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = (row * columns + column) * 3;
      if (coarse[at]! + coarse[at + 1]! + coarse[at + 2]! === 0) continue;
      // Ink may reach a little into the blocks about it.
      for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++)
        inked.fill(1, r * columns + Math.max(0, column - 1), r * columns + Math.min(columns, column + 2));
    }
  return inked;
}
