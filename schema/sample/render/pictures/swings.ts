import { oklch, palette } from '../canvas/colour.ts';
import { addLine, darkness, type Light, paintPixels } from '../canvas/light.ts';
import { mix } from '../canvas/motion.ts';
import { type Picture, PLATE } from '../picture.ts';

const PAPER = oklch(0.95, 0.022, 85);
const EDGE = oklch(0.86, 0.045, 70);
/** The pen's ink from the first swing to the last. */
const INK = palette([
  [0, 0.42, 0.2, 27],
  [0.35, 0.55, 0.19, 10],
  [0.65, 0.45, 0.15, -40],
  [1, 0.36, 0.12, -90],
]);
const MOMENTS = 90_000;
const ROUNDS = 36;

/** Two swings nearly a fifth apart that die away: the figure turns, as the forks' does, and shrinks as it turns. */
function dyingAway(): Light {
  const light = darkness(PLATE);
  paintPixels(light, (x, y, out, at) => {
    const lamp = Math.exp(-1.5 * (((x - 760) / 1050) ** 2 + ((y - 440) / 720) ** 2));
    for (let c = 0; c < 3; c++) out[at + c] = mix(EDGE[c]!, PAPER[c]!, lamp);
  });
  const ink = darkness(PLATE);
  const place = (share: number) => {
    const turn = 2 * Math.PI * ROUNDS * share;
    const reach = Math.exp(-1.5 * share);
    const [x, y] = [Math.sin(3.0054 * turn + 0.5) * reach, Math.sin(2 * turn + 1.9) * reach];
    return [800 + 690 * x + 40 * y, 500 - 410 * y + 30 * x] as const;
  };
  for (let i = 0; i < MOMENTS; i++) {
    const [from, to] = [place(i / MOMENTS), place((i + 1) / MOMENTS)];
    const colour = INK.at(i / MOMENTS);
    const taken = [0, 1, 2].map((c) => -Math.log(Math.max(0.004, colour[c]!))) as [number, number, number];
    addLine(ink, [...from, ...to], taken, 0.55);
  }
  for (let i = 0; i < light.data.length; i++)
    light.data[i] = light.data[i]! * Math.exp(-Math.min(4, ink.data[i]!));
  return light;
}

/** The article on two forks. */
export const pictures: readonly Picture[] = [{ name: 'cover-swings', draw: dyingAway }];
