import type { Rgb } from '../../../schema/sample/canvas/colour.ts';
import type { Size } from '../../../schema/sample/canvas/linearImage.ts';
import { toneMapPixel } from '../../../schema/sample/drawing/toneMap.ts';
import type { Pixels } from './simulation.ts';

/** Steps of the two axes of the color table. */
const TONES = 512;
const SHADES = 64;

/**
 * Returns a function that draws two fields of a grid at any size: the color of a pixel is looked up by the interpolated
 * tone and shade, so that a frame needs no tone mapping.
 * @param grid the size of the fields in cells
 * @param colorAt returns linear light for a tone and a shade, each 0 to 1
 */
export function fieldPicture(
  grid: Size,
  colorAt: (tone: number, shade: number) => Rgb,
): (pixels: Pixels, tones: Float32Array, shades: Float32Array) => void {
  const table = createTable(colorAt);
  const toneRow = new Float32Array(grid.width);
  const shadeRow = new Float32Array(grid.width);
  return ({ width, height, data }, tones, shades) => {
    const out = new Uint32Array(data.buffer, data.byteOffset, width * height);
    const columns = positions(grid.width, width);
    const rows = positions(grid.height, height);
    for (let y = 0, to = 0; y < height; y++) {
      const upper = rows.cell[y]! * grid.width;
      const share = rows.share[y]!;
      for (let x = 0; x < grid.width; x++) {
        const a = upper + x;
        const b = a + grid.width;
        toneRow[x] = (tones[a]! + (tones[b]! - tones[a]!) * share) * (TONES - 1);
        shadeRow[x] = (shades[a]! + (shades[b]! - shades[a]!) * share) * (SHADES - 1);
      }
      for (let x = 0; x < width; x++, to++) {
        const cell = columns.cell[x]!;
        const across = columns.share[x]!;
        const tone = toneRow[cell]! + (toneRow[cell + 1]! - toneRow[cell]!) * across;
        const shade = shadeRow[cell]! + (shadeRow[cell + 1]! - shadeRow[cell]!) * across;
        out[to] = table[clampIndex(shade, SHADES) * TONES + clampIndex(tone, TONES)]!;
      }
    }
  };
}

const clampIndex = (position: number, count: number): number =>
  position <= 0 ? 0 : position >= count - 1 ? count - 1 : (position + 0.5) | 0;

/** Returns the colors as pixels of four bytes. */
function createTable(colorAt: (tone: number, shade: number) => Rgb): Uint32Array {
  const bytes = new Uint8ClampedArray(TONES * SHADES * 4).fill(255);
  for (let shade = 0, at = 0; shade < SHADES; shade++)
    for (let tone = 0; tone < TONES; tone++, at += 4) {
      const [red, green, blue] = colorAt(tone / (TONES - 1), shade / (SHADES - 1));
      toneMapPixel(red, green, blue, 0.5, bytes, at);
    }
  return new Uint32Array(bytes.buffer);
}

/** The cell before each pixel of a line, and the pixel's position between it and the next cell. */
interface Positions {
  readonly cell: Uint16Array;
  readonly share: Float32Array;
}

const knownPositions = new Map<string, Positions>();

function positions(cells: number, pixels: number): Positions {
  const key = `${cells}/${pixels}`;
  const known = knownPositions.get(key);
  if (known) return known;
  const cell = new Uint16Array(pixels);
  const share = new Float32Array(pixels);
  for (let p = 0; p < pixels; p++) {
    const position = Math.min(cells - 1.001, Math.max(0, ((p + 0.5) * cells) / pixels - 0.5));
    cell[p] = Math.floor(position);
    share[p] = position - cell[p]!;
  }
  const result = { cell, share };
  knownPositions.set(key, result);
  return result;
}
