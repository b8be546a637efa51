import type { Size } from '../canvas/light.ts';

/**
 * A field on a coarse grid as a smooth function of place (cubic B-spline, whose slopes are smooth too: what is
 * shaded by its slope shows no cells).
 * @param field values row by row
 * @param grid the field's size in cells
 * @param size the picture's size in pixels
 * @returns a new field of the picture's size
 */
export function enlarge(field: Float32Array, grid: Size, size: Size): Float32Array {
  const rows = new Float32Array(size.width * grid.height);
  const across = weights(grid.width, size.width);
  for (let y = 0; y < grid.height; y++)
    for (let x = 0; x < size.width; x++) {
      let sum = 0;
      for (let k = 0; k < 4; k++)
        sum += across.share[x * 4 + k]! * field[y * grid.width + across.cell[x * 4 + k]!]!;
      rows[y * size.width + x] = sum;
    }
  const down = weights(grid.height, size.height);
  const out = new Float32Array(size.width * size.height);
  for (let y = 0; y < size.height; y++) {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => down.cell[y * 4 + k]! * size.width) as [
      number,
      number,
      number,
      number,
    ];
    const [wa, wb, wc, wd] = [0, 1, 2, 3].map((k) => down.share[y * 4 + k]!) as [
      number,
      number,
      number,
      number,
    ];
    for (let x = 0; x < size.width; x++)
      out[y * size.width + x] = wa * rows[a + x]! + wb * rows[b + x]! + wc * rows[c + x]! + wd * rows[d + x]!;
  }
  return out;
}

/** For each pixel of a line, the four cells about it and their shares. */
function weights(cells: number, pixels: number): { cell: Int32Array; share: Float32Array } {
  const cell = new Int32Array(pixels * 4);
  const share = new Float32Array(pixels * 4);
  for (let p = 0; p < pixels; p++) {
    const place = ((p + 0.5) * cells) / pixels - 0.5;
    const low = Math.floor(place);
    const t = place - low;
    const shares = [
      (1 - t) ** 3,
      3 * t ** 3 - 6 * t * t + 4,
      3 * (1 - t) ** 3 - 6 * (1 - t) ** 2 + 4,
      t ** 3,
    ];
    for (let k = 0; k < 4; k++) {
      cell[p * 4 + k] = Math.min(cells - 1, Math.max(0, low - 1 + k));
      share[p * 4 + k] = shares[k]! / 6;
    }
  }
  return { cell, share };
}
