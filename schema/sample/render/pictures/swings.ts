import { oklch, palette } from '../../canvas/colour.ts';
import { mix } from '../../canvas/easing.ts';
import { addLine, blackImage, type LinearImage, paintPixels } from '../../canvas/linearImage.ts';
import { absorptionOf } from '../../drawing/ink.ts';
import { type Picture, PLATE } from '../picture.ts';

const PAPER = oklch(0.95, 0.022, 85);
const EDGE = oklch(0.86, 0.045, 70);
/** The ink of the pen from the first oscillation to the last. */
const INK = palette([
  [0, 0.42, 0.2, 27],
  [0.35, 0.55, 0.19, 10],
  [0.65, 0.45, 0.15, -40],
  [1, 0.36, 0.12, -90],
]);
const SEGMENTS = 90_000;
const PERIODS = 36;

/** Returns two damped oscillations nearly a fifth apart; the figure rotates and shrinks. */
function dampedOscillations(): LinearImage {
  const light = blackImage(PLATE);
  paintPixels(light, (x, y, out, at) => {
    const lamp = Math.exp(-1.5 * (((x - 760) / 1050) ** 2 + ((y - 440) / 720) ** 2));
    for (let c = 0; c < 3; c++) out[at + c] = mix(EDGE[c]!, PAPER[c]!, lamp);
  });
  const ink = blackImage(PLATE);
  const pointAt = (share: number) => {
    const turn = 2 * Math.PI * PERIODS * share;
    const amplitude = Math.exp(-1.5 * share);
    const [x, y] = [Math.sin(3.0054 * turn + 0.5) * amplitude, Math.sin(2 * turn + 1.9) * amplitude];
    return [800 + 690 * x + 40 * y, 500 - 410 * y + 30 * x] as const;
  };
  for (let i = 0; i < SEGMENTS; i++) {
    const [from, to] = [pointAt(i / SEGMENTS), pointAt((i + 1) / SEGMENTS)];
    addLine(ink, [...from, ...to], absorptionOf(INK.at(i / SEGMENTS)), 0.55);
  }
  for (let i = 0; i < light.data.length; i++)
    light.data[i] = light.data[i]! * Math.exp(-Math.min(4, ink.data[i]!));
  return light;
}

/** Cover: the article on two forks. */
export const pictures: readonly Picture[] = [{ name: 'cover-swings', draw: dampedOscillations }];
