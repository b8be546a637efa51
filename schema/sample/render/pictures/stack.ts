import { oklch, palette, type Rgb } from '../canvas/colour.ts';
import { darkness, type Light, paintPixels } from '../canvas/light.ts';
import { clamp, mix } from '../canvas/motion.ts';
import { addGlow } from '../drawing/glow.ts';
import { gliderGun, lifeField } from '../mathematics/lifeField.ts';
import { type Picture, PLATE } from '../picture.ts';

/** How many generations are stacked, and how much finer than the picture the cubes are painted. */
const GENERATIONS = 140;
const FINE = 2;
/** Pixels of the fine picture to a cell across, and to a generation upwards. */
const CELL = 20;
const RISE = 9;

const AGES = palette([
  [0, 0.42, 0.13, 292],
  [0.3, 0.56, 0.19, 350],
  [0.58, 0.7, 0.19, 392],
  [0.82, 0.84, 0.15, 436],
  [1, 0.97, 0.06, 455],
]);
const GROUND = oklch(0.17, 0.045, 285);
const HALL = oklch(0.29, 0.075, 300);

/** The gun of Bill Gosper, every generation laid upon the one before: blocks stand as pillars, gliders lean as stairs. */
function generations(): Light {
  const fine = darkness({ width: PLATE.width * FINE, height: PLATE.height * FINE });
  paintPixels(fine, (x, y, out, at) => {
    const lamp = Math.exp(-1.9 * (((x - 1700) / 1900) ** 2 + ((y - 1000) / 1250) ** 2));
    for (let c = 0; c < 3; c++) out[at + c] = mix(GROUND[c]!, HALL[c]!, lamp);
  });
  const size = { width: 112, height: 92 };
  const field = lifeField(
    size,
    gliderGun().map(([x, y]) => [x + 6, y + 6]),
  );
  for (let k = 0; k < 240; k++) field.step();
  for (let level = 0; level < GENERATIONS; level++) {
    field.step();
    for (let y = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++) if (field.alive[y * size.width + x] === 1) cube(fine, x, y, level);
  }
  const light = halved(fine);
  addGlow(light, 24, 0.22);
  return light;
}

/** Paints one cell of one generation as a cube; those behind and below are painted before. */
function cube(fine: Light, x: number, y: number, level: number): void {
  const [right, down] = [CELL, CELL * 0.5];
  const px = 330 + (x + y - 12) * right;
  const py = 1790 + (y - x) * down - level * RISE;
  const colour = AGES.at((level / GENERATIONS) ** 0.9);
  const shade = (by: number): Rgb => [colour[0] * by, colour[1] * by, colour[2] * by];
  const [top, left, far] = [shade(1.15), shade(0.52), shade(0.3)];
  for (let column = -Math.floor(right); column < right; column++) {
    const drop = down * (1 - Math.abs(column + 0.5) / right);
    const side = column < 0 ? left : far;
    paintColumn(fine, px + column, py - drop, py + drop, top);
    paintColumn(fine, px + column, py + drop, py + drop + RISE, side);
  }
}

function paintColumn({ width, height, data }: Light, x: number, from: number, to: number, colour: Rgb): void {
  const column = Math.round(x);
  if (column < 0 || column >= width) return;
  for (let y = Math.max(0, Math.round(from)); y < Math.min(height, Math.round(to)); y++)
    for (let c = 0; c < 3; c++) data[(y * width + column) * 3 + c] = colour[c]!;
}

function halved(fine: Light): Light {
  const light = darkness(PLATE);
  paintPixels(light, (x, y, out, at) => {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < FINE * FINE; k++) {
        const row = Math.floor(y) * FINE + Math.floor(k / FINE);
        sum += fine.data[(row * fine.width + Math.floor(x) * FINE + (k % FINE)) * 3 + c]!;
      }
      out[at + c] = clamp(sum / FINE ** 2, 0, 2);
    }
  });
  return light;
}

/** The article on the gun that never ends. */
export const pictures: readonly Picture[] = [{ name: 'cover-generations', draw: generations }];
