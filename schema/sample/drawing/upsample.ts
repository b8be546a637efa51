import type { Size } from '../canvas/linearImage.ts';

/**
 * Upsamples a grid to the size of an image by cubic B-splines. The gradients are smooth as well, so that shading by
 * gradient shows no cells.
 * @param field values in rows
 * @param grid the size of the field in cells
 * @param size the size of the image in pixels
 * @returns a new field in the size of the image
 */
export function upsample(field: Float32Array, grid: Size, size: Size): Float32Array {
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

/** Returns for each pixel of a line the four nearest cells and their weights. */
function weights(cells: number, pixels: number): { cell: Int32Array; share: Float32Array } {
  const cell = new Int32Array(pixels * 4);
  const share = new Float32Array(pixels * 4);
  for (let p = 0; p < pixels; p++) {
    const position = ((p + 0.5) * cells) / pixels - 0.5;
    const low = Math.floor(position);
    const t = position - low;
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
