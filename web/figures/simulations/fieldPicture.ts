import type { Rgb } from '../../../schema/sample/canvas/colour.ts';
import type { Size } from '../../../schema/sample/canvas/linearImage.ts';
import { toneMapPixel } from '../../../schema/sample/drawing/toneMap.ts';
import type { Pixels } from './simulation.ts';

/** Steps of the two axes of the color table, as powers of 2. */
const TONE_BITS = 9;
const TONES = 1 << TONE_BITS;
const SHADES = 64;
/** Positions on the axes are integers with this many binary places, which are faster than floats. */
const PLACES = 8;
const UNIT = 1 << PLACES;
/** Half of a step at twice the places, for rounding. */
const HALF = 1 << (2 * PLACES - 1);

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
  const toneRow = new Int32Array(grid.width);
  const shadeRow = new Int32Array(grid.width);
  return ({ width, height, data }, tones, shades) => {
    const out = new Uint32Array(data.buffer, data.byteOffset, width * height);
    const columns = positions(grid.width, width);
    const rows = positions(grid.height, height);
    for (let y = 0, to = 0; y < height; y++) {
      const upper = rows.cell[y]! * grid.width;
      const share = rows.share[y]! / UNIT;
      for (let x = 0; x < grid.width; x++) {
        const a = upper + x;
        const b = a + grid.width;
        toneRow[x] = axisPosition(tones[a]! + (tones[b]! - tones[a]!) * share, TONES);
        shadeRow[x] = axisPosition(shades[a]! + (shades[b]! - shades[a]!) * share, SHADES);
      }
      for (let x = 0; x < width; x++, to++) {
        const cell = columns.cell[x]!;
        const across = columns.share[x]!;
        const tone = toneRow[cell]!;
        const shade = shadeRow[cell]!;
        const toneIndex = (tone * UNIT + (toneRow[cell + 1]! - tone) * across + HALF) >> (2 * PLACES);
        const shadeIndex = (shade * UNIT + (shadeRow[cell + 1]! - shade) * across + HALF) >> (2 * PLACES);
        out[to] = table[(shadeIndex << TONE_BITS) + toneIndex]!;
      }
    }
  };
}

/** Returns the position of a value from 0 to 1 on an axis of the color table. Other values are at its ends. */
const axisPosition = (value: number, count: number): number =>
  value <= 0 ? 0 : value >= 1 ? (count - 1) * UNIT : (value * (count - 1) * UNIT) | 0;

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
  /** In parts of `UNIT`. */
  readonly share: Uint16Array;
}

const knownPositions = new Map<string, Positions>();

function positions(cells: number, pixels: number): Positions {
  const key = `${cells}/${pixels}`;
  const known = knownPositions.get(key);
  if (known) return known;
  const cell = new Uint16Array(pixels);
  const share = new Uint16Array(pixels);
  for (let p = 0; p < pixels; p++) {
    const position = Math.min(cells - 1.001, Math.max(0, ((p + 0.5) * cells) / pixels - 0.5));
    cell[p] = Math.floor(position);
    share[p] = (position - cell[p]!) * UNIT;
  }
  const result = { cell, share };
  knownPositions.set(key, result);
  return result;
}
