import { oklch, palette } from '../canvas/colour.ts';
import { darkness, type Light, paintPixels } from '../canvas/light.ts';
import { clamp, mix } from '../canvas/motion.ts';
import { freeBar } from '../canvas/plate.ts';
import { type Picture, PORTRAIT } from '../picture.ts';

/** From a hollow to a hill of the plate. */
const BRONZE = palette([
  [0, 0.3, 0.09, 330],
  [0.28, 0.5, 0.12, 350],
  [0.5, 0.93, 0.03, 85],
  [0.72, 0.62, 0.11, 205],
  [1, 0.3, 0.08, 235],
]);
const TABLE = oklch(0.93, 0.02, 80);
const DIM = oklch(0.82, 0.035, 70);
const HALF = 318;

/** How far the plate is bent: the sum of two crossed bars, which is how its figures are built. */
function bend(x: number, y: number): number {
  return (freeBar(5, x) * freeBar(2, y) + freeBar(2, x) * freeBar(5, y)) / 2.3;
}

/** A plate at the height of its swing, with a line at every step of its height; what rests is palest. */
function swinging(): Light {
  const light = darkness(PORTRAIT);
  const step = 1 / HALF;
  paintPixels(light, (px, py, out, at) => {
    const [x, y] = [(px - 400) / HALF, (400 - py) / HALF];
    const lamp = Math.exp(-1.2 * (((px - 330) / 700) ** 2 + ((py - 300) / 700) ** 2));
    const beyond = Math.hypot(Math.max(0, Math.abs(px - 404) - HALF), Math.max(0, Math.abs(py - 412) - HALF));
    const shadow = 1 - 0.42 * Math.exp(-((beyond / 26) ** 2));
    const inside = clamp(HALF - Math.max(Math.abs(px - 400), Math.abs(py - 400)) + 0.5);
    const height = bend(x, y);
    const [slopeX, slopeY] = [(bend(x + step, y) - height) / step, (bend(x, y + step) - height) / step];
    const steep = Math.hypot(slopeX, slopeY);
    const place = height * 7;
    const off = (Math.abs(place - Math.round(place)) / 7 / Math.max(0.02, steep)) * HALF;
    const line = clamp(1.25 - off) * (Math.round(place) === 0 ? 1 : 0.45);
    const lit = clamp(0.92 + 0.05 * (slopeY - slopeX), 0.5, 1.35);
    const from = BRONZE.offset(0.5 + 0.42 * Math.tanh(height * 1.15));
    for (let c = 0; c < 3; c++) {
      const table = mix(DIM[c]!, TABLE[c]!, lamp) * shadow;
      out[at + c] = mix(table, BRONZE.table[from + c]! * lit * (1 - 0.62 * line), inside);
    }
  });
  return light;
}

/** Sophie Germain, who found the plate's equation. */
export const pictures: readonly Picture[] = [{ name: 'germain', draw: swinging }];
