import { oklch } from '../canvas/colour.ts';
import { darkness, type Light, paintPixels } from '../canvas/light.ts';
import { clamp, mix } from '../canvas/motion.ts';
import { fold, type Numbers } from '../mathematics/foldedSheet.ts';
import { type Picture, PLATE } from '../picture.ts';

const NUMBERS: Numbers = [-1.7, 1.8, -1.9, -0.4];
/** Points to a side of the sheet that is folded, and how many sheets are laid over one another. */
const SIDE = 1500;
const SHEETS = 8;

const PAPER = oklch(0.955, 0.014, 85);
const SHADE = oklch(0.87, 0.03, 70);
/** Two inks as the light they take away, thick. */
const INDIGO = [3.1, 2.6, 1.25] as const;
const SEPIA = [0.85, 1.75, 2.7] as const;

/** Counts on each pixel how many points came there, and how many of them from the left. */
function count(): { all: Float32Array; left: Float32Array } {
  const cells = PLATE.width * PLATE.height;
  const [all, left] = [new Float32Array(cells), new Float32Array(cells)];
  const places = new Float32Array(SIDE * SIDE * 2);
  const before = new Float32Array(places.length);
  for (let sheet = 0; sheet < SHEETS; sheet++) {
    for (let i = 0; i < SIDE * SIDE; i++) {
      places[i * 2] = (((i % SIDE) + sheet / SHEETS) / SIDE) * 3 - 1.5;
      places[i * 2 + 1] = ((Math.floor(i / SIDE) + ((sheet * 3) % SHEETS) / SHEETS) / SIDE) * 3 - 1.5;
    }
    fold(places, before, NUMBERS, 22);
    for (let i = 0; i < places.length; i += 2) {
      const x = Math.floor(800 + places[i]! * 262);
      const y = Math.floor(500 - places[i + 1]! * 318);
      if (x < 0 || y < 0 || x >= PLATE.width || y >= PLATE.height) continue;
      const at = y * PLATE.width + x;
      all[at] = all[at]! + 1;
      left[at] = left[at]! + clamp(0.5 - before[i]! * 0.45);
    }
  }
  return { all, left };
}

/** A strange attractor as ink on paper: the darker a place, the oftener the point came there, by the logarithm. */
function ink(): Light {
  const light = darkness(PLATE);
  const { all, left } = count();
  const mean = (SIDE * SIDE * SHEETS) / (PLATE.width * PLATE.height);
  paintPixels(light, (x, y, out, at) => {
    const i = at / 3;
    const lamp = Math.exp(-1.4 * (((x - 700) / 1000) ** 2 + ((y - 420) / 700) ** 2));
    const thick = Math.log1p((all[i]! / mean) * 2.4) / 3.6;
    const share = all[i]! > 0 ? left[i]! / all[i]! : 0.5;
    for (let c = 0; c < 3; c++) {
      const taken = thick * mix(SEPIA[c]!, INDIGO[c]!, share);
      out[at + c] = mix(SHADE[c]!, PAPER[c]!, lamp) * Math.exp(-taken);
    }
  });
  return light;
}

/** The article on four numbers. */
export const pictures: readonly Picture[] = [{ name: 'cover-smoke', draw: ink }];
