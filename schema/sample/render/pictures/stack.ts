import { oklch, palette, type Rgb } from '../../canvas/colour.ts';
import { clamp, mix } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, paintPixels } from '../../canvas/linearImage.ts';
import { addGlow } from '../../drawing/glow.ts';
import { gameOfLife, gliderGun } from '../../mathematics/gameOfLife.ts';
import { type Picture, PLATE } from '../picture.ts';

/** The number of stacked generations, and the supersampling factor of the cubes. */
const GENERATIONS = 140;
const SUPERSAMPLING = 2;
/** Supersampled pixels per cell, and per generation upwards. */
const CELL_PIXELS = 20;
const GENERATION_HEIGHT = 9;

const AGES = palette([
  [0, 0.42, 0.13, 292],
  [0.3, 0.56, 0.19, 350],
  [0.58, 0.7, 0.19, 392],
  [0.82, 0.84, 0.15, 436],
  [1, 0.97, 0.06, 455],
]);
const GROUND = oklch(0.17, 0.045, 285);
const HALL = oklch(0.29, 0.075, 300);

/** Returns Gosper's glider gun with its generations stacked: still lifes become pillars, gliders become stairs. */
function stackedGenerations(): LinearImage {
  const supersampled = blackImage({
    width: PLATE.width * SUPERSAMPLING,
    height: PLATE.height * SUPERSAMPLING,
  });
  paintPixels(supersampled, (x, y, out, at) => {
    const lamp = Math.exp(-1.9 * (((x - 1700) / 1900) ** 2 + ((y - 1000) / 1250) ** 2));
    for (let c = 0; c < 3; c++) out[at + c] = mix(GROUND[c]!, HALL[c]!, lamp);
  });
  const size = { width: 112, height: 92 };
  const field = gameOfLife(
    size,
    gliderGun().map(([x, y]) => [x + 6, y + 6]),
  );
  for (let k = 0; k < 240; k++) field.step();
  for (let level = 0; level < GENERATIONS; level++) {
    field.step();
    for (let y = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++)
        if (field.isAlive[y * size.width + x] === 1) paintCube(supersampled, x, y, level);
  }
  const light = downsample(supersampled);
  addGlow(light, 24, 0.22);
  return light;
}

/** Paints one cell of one generation as a cube. Cubes behind and below are painted before (painter's algorithm). */
function paintCube(supersampled: LinearImage, x: number, y: number, level: number): void {
  const [right, down] = [CELL_PIXELS, CELL_PIXELS * 0.5];
  const px = 330 + (x + y - 12) * right;
  const py = 1790 + (y - x) * down - level * GENERATION_HEIGHT;
  const colour = AGES.at((level / GENERATIONS) ** 0.9);
  const scaleColour = (by: number): Rgb => [colour[0] * by, colour[1] * by, colour[2] * by];
  const [top, left, far] = [scaleColour(1.15), scaleColour(0.52), scaleColour(0.3)];
  for (let column = -Math.floor(right); column < right; column++) {
    const drop = down * (1 - Math.abs(column + 0.5) / right);
    const side = column < 0 ? left : far;
    paintColumn(supersampled, px + column, py - drop, py + drop, top);
    paintColumn(supersampled, px + column, py + drop, py + drop + GENERATION_HEIGHT, side);
  }
}

function paintColumn(
  { width, height, data }: LinearImage,
  x: number,
  from: number,
  to: number,
  colour: Rgb,
): void {
  const column = Math.round(x);
  if (column < 0 || column >= width) return;
  for (let y = Math.max(0, Math.round(from)); y < Math.min(height, Math.round(to)); y++)
    for (let c = 0; c < 3; c++) data[(y * width + column) * 3 + c] = colour[c]!;
}

function downsample(supersampled: LinearImage): LinearImage {
  const light = blackImage(PLATE);
  paintPixels(light, (x, y, out, at) => {
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = 0; k < SUPERSAMPLING * SUPERSAMPLING; k++) {
        const row = Math.floor(y) * SUPERSAMPLING + Math.floor(k / SUPERSAMPLING);
        sum +=
          supersampled.data[
            (row * supersampled.width + Math.floor(x) * SUPERSAMPLING + (k % SUPERSAMPLING)) * 3 + c
          ]!;
      }
      out[at + c] = clamp(sum / SUPERSAMPLING ** 2, 0, 2);
    }
  });
  return light;
}

/** Cover: the article on the gun that never ends. */
export const pictures: readonly Picture[] = [{ name: 'cover-generations', draw: stackedGenerations }];
