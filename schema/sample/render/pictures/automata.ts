import { oklch, palette } from '../../canvas/colour.ts';
import { clamp } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, paintPixels } from '../../canvas/linearImage.ts';
import { seededRandom } from '../../canvas/random.ts';
import { addGlow } from '../../drawing/glow.ts';
import { type Cloth, paintCloth } from '../../drawing/paintCloth.ts';
import { AGES, GROUND, MAX_AGE_GENERATIONS } from '../../drawing/palettes/life.ts';
import { automatonRows } from '../../mathematics/elementaryAutomaton.ts';
import { gameOfLife, gliderGun } from '../../mathematics/gameOfLife.ts';
import { type Picture, PORTRAIT } from '../picture.ts';

const TRAIL = oklch(0.42, 0.11, 178);

/** Returns a Game of Life soup, mirrored in both directions, after 46 generations. */
function conway(): LinearImage {
  const fieldSize = 160;
  const visibleCells = 62;
  const random = seededRandom(9);
  const cells: [number, number][] = [];
  for (let y = 0; y < 20; y++)
    for (let x = 0; x < 20; x++) {
      if (random() > 0.37) continue;
      for (const u of [80 + x, 79 - x]) for (const v of [80 + y, 79 - y]) cells.push([u, v]);
    }
  const field = gameOfLife({ width: fieldSize, height: fieldSize }, cells);
  for (let k = 0; k < 46; k++) field.step();
  const light = blackImage(PORTRAIT);
  const pixels = PORTRAIT.width / visibleCells;
  paintPixels(light, (x, y, out, at) => {
    const u = fieldSize / 2 + (x - PORTRAIT.width / 2) / pixels;
    const v = fieldSize / 2 + (y - PORTRAIT.height / 2) / pixels;
    const [column, row] = [Math.floor(u), Math.floor(v)];
    const i = row * fieldSize + column;
    const dx = Math.max(0, Math.abs(u - column - 0.5) - 0.14);
    const dy = Math.max(0, Math.abs(v - row - 0.5) - 0.14);
    const coverage = field.isAlive[i]! * clamp(0.5 + (0.3 - Math.hypot(dx, dy)) * pixels);
    const from = AGES.offset(Math.sqrt(field.age[i]! / MAX_AGE_GENERATIONS));
    const trail = field.warmth[i]! ** 2 * 0.8;
    for (let c = 0; c < 3; c++)
      out[at + c] = (GROUND[c]! + TRAIL[c]! * trail) * (1 - coverage) + AGES.table[from + c]! * coverage;
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

/**
 * Returns two glider guns as on a screen of their time, one rotated by half a turn, with gliders that pass each other.
 */
function gosper(): LinearImage {
  const fieldSize = 154;
  const corner = 50;
  const visibleCells = 54;
  const gun = gliderGun().map(([x, y]): [number, number] => [corner + 3 + x, corner + 4 + y]);
  const rotatedGun = gun.map(([x, y]): [number, number] => [fieldSize - 1 - x, fieldSize - 1 - y]);
  const field = gameOfLife({ width: fieldSize, height: fieldSize }, [...gun, ...rotatedGun]);
  for (let k = 0; k < 30 * 4 + 17; k++) field.step();
  const light = blackImage(PORTRAIT);
  const pixels = PORTRAIT.width / visibleCells;
  paintPixels(light, (x, y, out, at) => {
    const [u, v] = [corner + x / pixels, corner + y / pixels];
    const [column, row] = [Math.floor(u), Math.floor(v)];
    const i = row * fieldSize + column;
    const distance = Math.hypot(u - column - 0.5, v - row - 0.5);
    const coverage = field.isAlive[i]! * clamp(0.5 + (0.41 - distance) * pixels);
    const dot = clamp(0.5 + (0.09 - distance) * pixels) * 0.25;
    const from = AMBER.offset(Math.sqrt(field.age[i]! / 40));
    const trail = field.warmth[i]! ** 3 * 0.7 * clamp(0.5 + (0.41 - distance) * pixels);
    const lamp = 1.1 - 0.45 * (((x - 400) / 400) ** 2 + ((y - 400) / 400) ** 2) * 0.5;
    for (let c = 0; c < 3; c++)
      out[at + c] =
        ((SCREEN[c]! + AFTERGLOW[c]! * Math.max(trail, dot)) * (1 - coverage) +
          AMBER.table[from + c]! * coverage) *
        lamp;
  });
  addGlow(light, 14, 0.35);
  return light;
}

/** Returns rule 30 as a woven cloth, from a single cell. */
function wolfram(): LinearImage {
  const columns = 130;
  const rows = automatonRows(columns, [
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
  const light = blackImage(PORTRAIT);
  paintPixels(light, (x, y, out, at) => {
    paintCloth(cloth, columns / 2 + 0.5 + (x - 400) / 30, y / 30, 0.15, out, at);
    const lamp = 1.2 - 0.5 * (((x - 340) / 400) ** 2 + ((y - 340) / 400) ** 2) * 0.6;
    for (let c = 0; c < 3; c++) out[at + c] = out[at + c]! * lamp;
  });
  return light;
}

/** Portraits: Conway, Gosper and Wolfram. */
export const pictures: readonly Picture[] = [
  { name: 'conway', draw: conway },
  { name: 'gosper', draw: gosper },
  { name: 'wolfram', draw: wolfram },
];
