import type { Rgb } from '../canvas/colour.ts';
import type { Size } from '../canvas/linearImage.ts';

/** A drop of ink, or of clear water that pushes ink aside, on a basin one unit high. */
export interface Drop {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** The absorption of each component as a natural logarithm; 0 for water. */
  readonly ink: Rgb;
}

/**
 * Paints the ink on a basin after drops have fallen in turn, each of which pushes the liquid outwards by its own area
 * (Shufang Lu, Aubrey Jaffer and others, "Mathematical Marbling", IEEE Computer Graphics and Applications, 2012). Each
 * pixel of an image of this size is traced from the last drop back to the first.
 * @param inks receives the absorption, three components per pixel
 */
export function paintDrops(drops: readonly Drop[], { width, height }: Size, inks: Float32Array): void {
  const count = drops.length;
  // Edges are softened over 1.6 pixels.
  const softness = 1.6 / height;
  const inkedBlocks = findInkedBlocks(drops, { width, height });
  const dropValues = Float64Array.from(drops.flatMap(({ x, y, radius, ink }) => [x, y, radius, ...ink]));
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++, at += 3) {
      let remaining = 1;
      let x = (column + 0.5) / height;
      let y = (row + 0.5) / height;
      inks[at] = 0;
      inks[at + 1] = 0;
      inks[at + 2] = 0;
      if (inkedBlocks && inkedBlocks[(row >> 3) * (width >> 3) + (column >> 3)] === 0) continue;
      for (let k = (count - 1) * 6; k >= 0; k -= 6) {
        const dx = x - dropValues[k]!;
        const dy = y - dropValues[k + 1]!;
        const radius = dropValues[k + 2]!;
        const squaredDistance = dx * dx + dy * dy;
        const edge = radius + softness;
        if (squaredDistance < edge * edge) {
          const coverage = Math.min(1, Math.max(0, 0.5 + (radius - Math.sqrt(squaredDistance)) / softness));
          for (let c = 0; c < 3; c++)
            inks[at + c] = inks[at + c]! + dropValues[k + 3 + c]! * remaining * coverage;
          remaining *= 1 - coverage;
          if (remaining < 0.004) break;
        }
        const scale = Math.sqrt(Math.max(0, 1 - (radius * radius) / (squaredDistance + 1e-12)));
        x = dropValues[k]! + dx * scale;
        y = dropValues[k + 1]! + dy * scale;
      }
    }
}

/**
 * Returns the blocks of eight by eight pixels that may contain ink. Most of the basin is clear water and needs no
 * tracing.
 * @returns undefined for small images and for sizes that are not a multiple of the block size
 */
function findInkedBlocks(drops: readonly Drop[], { width, height }: Size): Uint8Array | undefined {
  if (width < 640 || width % 8 !== 0 || height % 8 !== 0) return undefined;
  const [columns, rows] = [width / 8, height / 8];
  const coarse = new Float32Array(columns * rows * 3);
  paintDrops(drops, { width: columns, height: rows }, coarse);
  const inkedBlocks = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = (row * columns + column) * 3;
      if (coarse[at]! + coarse[at + 1]! + coarse[at + 2]! === 0) continue;
      // Ink may extend slightly into the neighbouring blocks.
      for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++)
        inkedBlocks.fill(
          1,
          r * columns + Math.max(0, column - 1),
          r * columns + Math.min(columns, column + 2),
        );
    }
  return inkedBlocks;
}
