import { oklch, palette, type Rgb } from '../../../schema/sample/canvas/colour.ts';
import { mix } from '../../../schema/sample/canvas/easing.ts';
import {
  addLine,
  blackImage,
  type LinearImage,
  paintPixels,
  type Size,
} from '../../../schema/sample/canvas/linearImage.ts';
import type { ValuesOf } from '../definitions/definitions.ts';
import { addHalo } from './halo.ts';
import { coverWithLight, layeredPicture } from './layeredPicture.ts';
import type { Simulation } from './simulation.ts';

type LissajousValues = ValuesOf<'LISSAJOUS'>;

export const MAX_WIDTH_PX = 960;
/** The points of the curve. */
const POINTS = 1200;
const SECONDS_PER_ROUND = 9;
/** The part of the curve behind the bead that glows. */
const TRAIL_SHARE = 0.8;
/** The width of the curve divided by its height. */
const ASPECT = 1.5;
/** Half the height of the curve as a share of the height of the picture. */
const REACH = 0.38;

const FLAME = palette([
  [0, 0.93, 0.07, 92],
  [0.35, 0.84, 0.13, 72],
  [0.7, 0.71, 0.19, 42],
  [1, 0.62, 0.21, 22],
]);
const EMBER = oklch(0.58, 0.17, 32);
const COBALT = oklch(0.35, 0.14, 264);
const DEEP = oklch(0.16, 0.07, 268);
const BEAD = oklch(0.95, 0.06, 95);

function drawWall(size: Size): LinearImage {
  const light = blackImage(size);
  paintPixels(light, (x, y, out, at) => {
    const across = (x - size.width * 0.42) / size.height;
    const down = (y - size.height * 0.36) / size.height;
    const lamp = Math.exp(-1.8 * (across * across * 0.6 + down * down));
    for (let c = 0; c < 3; c++) out[at + c] = mix(DEEP[c]!, COBALT[c]!, lamp);
  });
  return light;
}

/** Returns the point of the curve after a share of a round, from -1 to 1. */
export function lissajousPoint(
  { across, up, phase }: LissajousValues,
  share: number,
): readonly [x: number, y: number] {
  const angle = 2 * Math.PI * share;
  return [Math.sin(across * angle + (phase * Math.PI) / 180), Math.sin(up * angle)];
}

/** The curve of two oscillations at right angles, drawn by a bead. */
export function createSimulation(values: LissajousValues): Simulation<LissajousValues> {
  let current = values;
  let share = 0;
  const picture = layeredPicture(drawWall, coverWithLight);
  return {
    set: (next) => {
      current = next;
    },
    step: (seconds) => {
      share += seconds / SECONDS_PER_ROUND;
    },
    draw: (pixels) => picture(pixels, (light) => drawCurve(light, current, share)),
  };
}

function drawCurve(light: LinearImage, values: LissajousValues, share: number): void {
  const unit = light.height / 720;
  const reach = light.height * REACH;
  const toPixels = ([x, y]: readonly [number, number]) =>
    [light.width / 2 + x * reach * ASPECT, light.height / 2 - y * reach] as const;
  const head = share % 1;
  let from = toPixels(lissajousPoint(values, head));
  for (let i = 1; i <= POINTS; i++) {
    const behind = i / POINTS;
    const to = toPixels(lissajousPoint(values, head - behind));
    const glow = Math.max(0, 1 - behind / TRAIL_SHARE);
    addStrand(light, from, to, glowColor(glow), unit);
    from = to;
  }
  drawBeads(light, toPixels(lissajousPoint(values, head)), unit);
}

/** Returns the light of the line: an ember, and a flame where it glows. */
function glowColor(glow: number): Rgb {
  const flame = FLAME.at(1 - glow);
  const strength = 1.3 * glow ** 1.6;
  const component = (c: 0 | 1 | 2) => 0.7 * EMBER[c] + strength * flame[c];
  return [component(0), component(1), component(2)];
}

/** The strands of the line: their distances from its middle in pixels of the full size, and their light. */
const STRANDS = [-3.4, -1.7, 0, 1.7, 3.4].map((off) => [off, 1.02 * (1 - (off / 5) ** 2)] as const);

/** Draws a piece of the line. */
function addStrand(
  light: LinearImage,
  [x0, y0]: readonly [number, number],
  [x1, y1]: readonly [number, number],
  color: Rgb,
  unit: number,
): void {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  for (const [off, share] of STRANDS) {
    const [nx, ny] = [((y0 - y1) / length) * off * unit, ((x1 - x0) / length) * off * unit];
    addLine(light, [x0 + nx, y0 + ny, x1 + nx, y1 + ny], color, share);
  }
}

/** Draws the bead, and the two oscillations by themselves: below the curve and to the left of it. */
function drawBeads(light: LinearImage, [x, y]: readonly [number, number], unit: number): void {
  const bottom = light.height - 34 * unit;
  const left = light.width / 2 - light.height * REACH * ASPECT - 56 * unit;
  addLine(light, [x, y, x, bottom], BEAD, 0.05);
  addLine(light, [x, y, left, y], BEAD, 0.05);
  addHalo(light, [x, y], { radius: 34 * unit, color: BEAD, brightness: 3 });
  for (const point of [
    [x, bottom],
    [left, y],
  ] as const)
    addHalo(light, point, { radius: 20 * unit, color: BEAD, brightness: 2 });
}
