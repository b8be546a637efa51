import { oklch, palette } from '../../canvas/colour.ts';
import { clamp, mix } from '../../canvas/easing.ts';
import { addLine, blackImage, type LinearImage, paintPixels } from '../../canvas/linearImage.ts';
import { seededRandom } from '../../canvas/random.ts';
import { addGlow } from '../../drawing/glow.ts';
import { curlNoise } from '../../mathematics/curlNoise.ts';
import { type Picture, PLATE } from '../picture.ts';

const LINES = 1500;
const STEPS = 420;
const STEP_LENGTH = 0.0016;
/** Pixels per unit of the flow; the basin is slightly larger than the image. */
const SCALE = 1010;

const SILK = palette([
  [0, 0.62, 0.13, 200],
  [0.3, 0.82, 0.1, 170],
  [0.55, 0.93, 0.07, 95],
  [0.78, 0.75, 0.17, 55],
  [1, 0.58, 0.21, 28],
]);
const DEEP = oklch(0.2, 0.05, 250);
const DARK = oklch(0.12, 0.03, 260);

/**
 * Returns streamlines of a divergence-free flow: they are dense where it is fast and sparse where it is slow, and none
 * ends.
 */
function streamlines(): LinearImage {
  const flow = curlNoise(5)(0.62);
  const light = blackImage(PLATE);
  const random = seededRandom(2007);
  const velocity = new Float64Array(2);
  for (let line = 0; line < LINES; line++) {
    let [x, y] = [0.01 + random() * 1.76, random()];
    const colour = SILK.at(clamp(y * 0.9 + 0.1 * random() - 0.02 + 0.12 * Math.sin(x * 4)));
    const bright = 0.08 + 0.12 * random() ** 2;
    for (let i = 0; i < STEPS; i++) {
      flow(x, y, velocity);
      const speed = Math.hypot(velocity[0]!, velocity[1]!) + 1e-6;
      const [nextX, nextY] = [
        x + (STEP_LENGTH * velocity[0]!) / speed,
        y + (STEP_LENGTH * velocity[1]!) / speed,
      ];
      const taper = Math.sin((Math.PI * (i + 0.5)) / STEPS);
      for (const side of [0, 0.6, 1.2]) {
        const [ax, ay] = [(x - 0.1) * SCALE + side, y * SCALE - 5 + side];
        const [bx, by] = [(nextX - 0.1) * SCALE + side, nextY * SCALE - 5 + side];
        addLine(light, [ax, ay, bx, by], colour, bright * taper);
      }
      [x, y] = [nextX, nextY];
    }
  }
  addGlow(light, 14, 0.12);
  paintPixels(light, (x, y, out, at) => {
    const lamp = Math.exp(-1.6 * (((x - 800) / 1000) ** 2 + ((y - 480) / 700) ** 2));
    for (let c = 0; c < 3; c++) out[at + c] = out[at + c]! * 0.9 + mix(DARK[c]!, DEEP[c]!, lamp);
  });
  return light;
}

/** Cover: the article on losing nothing. */
export const pictures: readonly Picture[] = [{ name: 'cover-threads', draw: streamlines }];
