import { oklch, palette } from '../../canvas/colour.ts';
import { blackImage, type LinearImage, paintPixels } from '../../canvas/linearImage.ts';
import { escapeTime } from '../../mathematics/escapeTime.ts';
import { type Picture, PLATE } from '../picture.ts';

/** The centre of the view in Seahorse Valley, its width in the complex plane, and its rotation. */
const MIDDLE = [-0.757, 0.1] as const;
const WIDTH = 0.094;
const ROTATION_RADIANS = 1.59;
/** The escape times of the open sea and of shallow water. */
const OPEN_SEA_TIME = 21;
const SHALLOW_WATER_TIME = 320;

/** From the open sea to the shallows. */
const SEA = palette([
  [0, 0.34, 0.075, 245],
  [0.3, 0.48, 0.09, 228],
  [0.55, 0.66, 0.09, 205],
  [0.76, 0.82, 0.075, 180],
  [0.9, 0.92, 0.06, 130],
  [1, 0.97, 0.04, 95],
]);
const LAND = oklch(0.3, 0.055, 45);

/** Returns a strait between two coasts, coloured by the logarithm of the escape time. */
function strait(): LinearImage {
  const light = blackImage(PLATE);
  const direction = new Float64Array(2);
  const [cos, sin] = [Math.cos(ROTATION_RADIANS), Math.sin(ROTATION_RADIANS)];
  const scale = WIDTH / PLATE.width;
  paintPixels(light, (x, y, out, at) => {
    const paper = 0.86 + 0.3 * Math.exp(-1.5 * (((x - 640) / 1100) ** 2 + ((y - 440) / 760) ** 2));
    for (let k = 0; k < 9; k++) {
      const across = (x - 800 + ((k % 3) - 1) / 3) * scale;
      const up = (500 - y - (Math.floor(k / 3) - 1) / 3) * scale;
      const time = escapeTime(
        MIDDLE[0] + across * cos - up * sin,
        MIDDLE[1] + across * sin + up * cos,
        direction,
      );
      const depth =
        Math.log(Math.max(1, time / OPEN_SEA_TIME)) / Math.log(SHALLOW_WATER_TIME / OPEN_SEA_TIME);
      const from = SEA.offset(depth ** 0.8);
      const lit =
        0.86 +
        0.2 *
          (direction[0]! * Math.sin(ROTATION_RADIANS - 0.8) -
            direction[1]! * Math.cos(ROTATION_RADIANS - 0.8));
      for (let c = 0; c < 3; c++)
        out[at + c] = out[at + c]! + ((time < 0 ? LAND[c]! : SEA.table[from + c]! * lit) * paper) / 9;
    }
  });
  return light;
}

/** Cover: the article on the longest shore. */
export const pictures: readonly Picture[] = [{ name: 'cover-shore', draw: strait }];
