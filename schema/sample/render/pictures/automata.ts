import { chance } from '../canvas/chance.ts';
import { oklch, palette } from '../canvas/colour.ts';
import { darkness, type Light, paintPixels } from '../canvas/light.ts';
import { clamp } from '../canvas/motion.ts';
import { type Cloth, paintCloth } from '../drawing/clothLight.ts';
import { addGlow } from '../drawing/glow.ts';
import { gliderGun, lifeField } from '../mathematics/lifeField.ts';
import { weaveRows } from '../mathematics/wovenRules.ts';
import { type Picture, PORTRAIT } from '../picture.ts';

const AGES = palette([
  [0, 0.97, 0.12, 112],
  [0.12, 0.88, 0.21, 125],
  [0.4, 0.7, 0.17, 150],
  [0.65, 0.55, 0.11, 195],
  [0.82, 0.56, 0.17, 300],
  [1, 0.68, 0.21, 355],
]);
const GROUND = oklch(0.155, 0.03, 200);
const TRAIL = oklch(0.42, 0.11, 178);

/** A garden of Life, mirrored in both directions, after 46 generations. */
function conway(): Light {
  const side = 160;
  const shown = 62;
  const random = chance(9);
  const cells: [number, number][] = [];
  for (let y = 0; y < 20; y++)
    for (let x = 0; x < 20; x++) {
      if (random() > 0.37) continue;
      for (const u of [80 + x, 79 - x]) for (const v of [80 + y, 79 - y]) cells.push([u, v]);
    }
  const field = lifeField({ width: side, height: side }, cells);
  for (let k = 0; k < 46; k++) field.step();
  const light = darkness(PORTRAIT);
  const pixels = PORTRAIT.width / shown;
  paintPixels(light, (x, y, out, at) => {
    const u = side / 2 + (x - PORTRAIT.width / 2) / pixels;
    const v = side / 2 + (y - PORTRAIT.height / 2) / pixels;
    const [column, row] = [Math.floor(u), Math.floor(v)];
    const i = row * side + column;
    const dx = Math.max(0, Math.abs(u - column - 0.5) - 0.14);
    const dy = Math.max(0, Math.abs(v - row - 0.5) - 0.14);
    const full = field.alive[i]! * clamp(0.5 + (0.3 - Math.hypot(dx, dy)) * pixels);
    const from = AGES.offset(Math.sqrt(field.age[i]! / 60));
    const trail = field.warmth[i]! ** 2 * 0.8;
    for (let c = 0; c < 3; c++)
      out[at + c] = (GROUND[c]! + TRAIL[c]! * trail) * (1 - full) + AGES.table[from + c]! * full;
  });
  addGlow(light, 12, 0.25);
  return light;
}

const AMBER = palette([
  [0, 0.97, 0.06, 95],
  [0.1, 0.88, 0.15, 80],
  [0.45, 0.68, 0.19, 45],
  [1, 0.5, 0.17, 20],
]);
const SCREEN = oklch(0.16, 0.035, 50);
const AFTERGLOW = oklch(0.42, 0.13, 40);

/** Two guns as a screen of their time would have shown them, each the other turned about, their gliders passing by. */
function gosper(): Light {
  const side = 154;
  const corner = 50;
  const shown = 54;
  const gun = gliderGun().map(([x, y]): [number, number] => [corner + 3 + x, corner + 4 + y]);
  const turned = gun.map(([x, y]): [number, number] => [side - 1 - x, side - 1 - y]);
  const field = lifeField({ width: side, height: side }, [...gun, ...turned]);
  for (let k = 0; k < 30 * 4 + 17; k++) field.step();
  const light = darkness(PORTRAIT);
  const pixels = PORTRAIT.width / shown;
  paintPixels(light, (x, y, out, at) => {
    const [u, v] = [corner + x / pixels, corner + y / pixels];
    const [column, row] = [Math.floor(u), Math.floor(v)];
    const i = row * side + column;
    const away = Math.hypot(u - column - 0.5, v - row - 0.5);
    const full = field.alive[i]! * clamp(0.5 + (0.41 - away) * pixels);
    const dot = clamp(0.5 + (0.09 - away) * pixels) * 0.25;
    const from = AMBER.offset(Math.sqrt(field.age[i]! / 40));
    const trail = field.warmth[i]! ** 3 * 0.7 * clamp(0.5 + (0.41 - away) * pixels);
    const lamp = 1.1 - 0.45 * (((x - 400) / 400) ** 2 + ((y - 400) / 400) ** 2) * 0.5;
    for (let c = 0; c < 3; c++)
      out[at + c] =
        ((SCREEN[c]! + AFTERGLOW[c]! * Math.max(trail, dot)) * (1 - full) + AMBER.table[from + c]! * full) *
        lamp;
  });
  addGlow(light, 14, 0.35);
  return light;
}

/** Rule 30 woven from a single thread. */
function wolfram(): Light {
  const columns = 130;
  const rows = weaveRows(columns, [
    { rule: 51, rows: 3, seeds: Array.from({ length: columns / 2 }, (_, i) => i * 2) },
    { rule: 30, rows: 21, seeds: [columns / 2] },
    { rule: 51, rows: 6, seeds: Array.from({ length: columns / 2 }, (_, i) => i * 2) },
  ]);
  const wefts = palette([
    [0, 0.88, 0.14, 90],
    [1, 0.68, 0.18, 50],
  ]);
  const cloth: Cloth = {
    columns,
    rows,
    warp: oklch(0.34, 0.105, 268),
    weft: (row) => wefts.at(row / rows.length),
  };
  const light = darkness(PORTRAIT);
  paintPixels(light, (x, y, out, at) => {
    paintCloth(cloth, columns / 2 + 0.5 + (x - 400) / 30, y / 30, 0.15, out, at);
    const lamp = 1.2 - 0.5 * (((x - 340) / 400) ** 2 + ((y - 340) / 400) ** 2) * 0.6;
    for (let c = 0; c < 3; c++) out[at + c] = out[at + c]! * lamp;
  });
  return light;
}

/** Portraits of those who thought in cells. */
export const pictures: readonly Picture[] = [
  { name: 'conway', draw: conway },
  { name: 'gosper', draw: gosper },
  { name: 'wolfram', draw: wolfram },
];
