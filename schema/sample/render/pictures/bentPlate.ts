import { freeBarMode } from '../../canvas/chladniPlate.ts';
import { oklch, palette } from '../../canvas/colour.ts';
import { clamp, mix } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, paintPixels } from '../../canvas/linearImage.ts';
import { type Picture, PORTRAIT } from '../picture.ts';

/** From the lowest to the highest point of the plate. */
const BRONZE = palette([
  [0, 0.3, 0.09, 330],
  [0.28, 0.5, 0.12, 350],
  [0.5, 0.93, 0.03, 85],
  [0.72, 0.62, 0.11, 205],
  [1, 0.3, 0.08, 235],
]);
const TABLE = oklch(0.93, 0.02, 80);
const TABLE_EDGE = oklch(0.82, 0.035, 70);
const HALF_SIDE = 318;

/** Returns the height of the plate: the sum of two crossed bar modes. */
function plateHeight(x: number, y: number): number {
  return (freeBarMode(5, x) * freeBarMode(2, y) + freeBarMode(2, x) * freeBarMode(5, y)) / 2.3;
}

/** Returns a plate at its greatest displacement with contour lines; nodal areas are palest. */
function bentPlate(): LinearImage {
  const light = blackImage(PORTRAIT);
  const step = 1 / HALF_SIDE;
  paintPixels(light, (px, py, out, at) => {
    const [x, y] = [(px - 400) / HALF_SIDE, (400 - py) / HALF_SIDE];
    const lamp = Math.exp(-1.2 * (((px - 330) / 700) ** 2 + ((py - 300) / 700) ** 2));
    const plateDistance = Math.hypot(
      Math.max(0, Math.abs(px - 404) - HALF_SIDE),
      Math.max(0, Math.abs(py - 412) - HALF_SIDE),
    );
    const shadow = 1 - 0.42 * Math.exp(-((plateDistance / 26) ** 2));
    const coverage = clamp(HALF_SIDE - Math.max(Math.abs(px - 400), Math.abs(py - 400)) + 0.5);
    const height = plateHeight(x, y);
    const [slopeX, slopeY] = [
      (plateHeight(x + step, y) - height) / step,
      (plateHeight(x, y + step) - height) / step,
    ];
    const gradient = Math.hypot(slopeX, slopeY);
    const level = height * 7;
    const lineDistance = (Math.abs(level - Math.round(level)) / 7 / Math.max(0.02, gradient)) * HALF_SIDE;
    const line = clamp(1.25 - lineDistance) * (Math.round(level) === 0 ? 1 : 0.45);
    const lit = clamp(0.92 + 0.05 * (slopeY - slopeX), 0.5, 1.35);
    const from = BRONZE.offset(0.5 + 0.42 * Math.tanh(height * 1.15));
    for (let c = 0; c < 3; c++) {
      const table = mix(TABLE_EDGE[c]!, TABLE[c]!, lamp) * shadow;
      out[at + c] = mix(table, BRONZE.table[from + c]! * lit * (1 - 0.62 * line), coverage);
    }
  });
  return light;
}

/** Portrait: Sophie Germain, who found the equation of the plate. */
export const pictures: readonly Picture[] = [{ name: 'germain', draw: bentPlate }];
