import { oklch } from '../../canvas/colour.ts';
import { clamp, mix } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, paintPixels } from '../../canvas/linearImage.ts';
import { applyCliffordMap, type CliffordParameters } from '../../mathematics/cliffordMap.ts';
import { type Picture, PLATE } from '../picture.ts';

const PARAMETERS: CliffordParameters = [-1.7, 1.8, -1.9, -0.4];
/** Points along each side of the folded sheet, and the number of superimposed sheets. */
const SIDE = 1500;
const SHEET_COUNT = 8;

const PAPER = oklch(0.955, 0.014, 85);
const SHADE = oklch(0.87, 0.03, 70);
/** Two inks as the light that they absorb where they are thick. */
const INDIGO = [3.1, 2.6, 1.25] as const;
const SEPIA = [0.85, 1.75, 2.7] as const;

/** Counts the points in each pixel, and those among them that came from the left. */
function countPoints(): { all: Float32Array; fromLeft: Float32Array } {
  const cells = PLATE.width * PLATE.height;
  const [all, fromLeft] = [new Float32Array(cells), new Float32Array(cells)];
  const positions = new Float32Array(SIDE * SIDE * 2);
  const before = new Float32Array(positions.length);
  for (let sheet = 0; sheet < SHEET_COUNT; sheet++) {
    for (let i = 0; i < SIDE * SIDE; i++) {
      positions[i * 2] = (((i % SIDE) + sheet / SHEET_COUNT) / SIDE) * 3 - 1.5;
      positions[i * 2 + 1] =
        ((Math.floor(i / SIDE) + ((sheet * 3) % SHEET_COUNT) / SHEET_COUNT) / SIDE) * 3 - 1.5;
    }
    applyCliffordMap(positions, before, PARAMETERS, 22);
    for (let i = 0; i < positions.length; i += 2) {
      const x = Math.floor(800 + positions[i]! * 262);
      const y = Math.floor(500 - positions[i + 1]! * 318);
      if (x < 0 || y < 0 || x >= PLATE.width || y >= PLATE.height) continue;
      const at = y * PLATE.width + x;
      all[at] = all[at]! + 1;
      fromLeft[at] = fromLeft[at]! + clamp(0.5 - before[i]! * 0.45);
    }
  }
  return { all, fromLeft };
}

/** Returns a strange attractor as ink on paper; darkness is the logarithm of the number of points. */
function inkAttractor(): LinearImage {
  const light = blackImage(PLATE);
  const { all, fromLeft } = countPoints();
  const mean = (SIDE * SIDE * SHEET_COUNT) / (PLATE.width * PLATE.height);
  paintPixels(light, (x, y, out, at) => {
    const i = at / 3;
    const lamp = Math.exp(-1.4 * (((x - 700) / 1000) ** 2 + ((y - 420) / 700) ** 2));
    const thickness = Math.log1p((all[i]! / mean) * 2.4) / 3.6;
    const share = all[i]! > 0 ? fromLeft[i]! / all[i]! : 0.5;
    for (let c = 0; c < 3; c++) {
      const absorption = thickness * mix(SEPIA[c]!, INDIGO[c]!, share);
      out[at + c] = mix(SHADE[c]!, PAPER[c]!, lamp) * Math.exp(-absorption);
    }
  });
  return light;
}

/** Cover: the article on four numbers. */
export const pictures: readonly Picture[] = [{ name: 'cover-smoke', draw: inkAttractor }];
