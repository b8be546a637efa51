import { oklch, type Rgb } from '../../../schema/sample/canvas/colour.ts';
import { clamp, mix } from '../../../schema/sample/canvas/easing.ts';
import {
  blackImage,
  type LinearImage,
  paintPixels,
  type Size,
} from '../../../schema/sample/canvas/linearImage.ts';
import { addDisc } from '../../../schema/sample/drawing/disc.ts';
import { absorptionOf } from '../../../schema/sample/drawing/ink.ts';
import { addStroke, type Point, startOfPolyline } from '../../../schema/sample/drawing/stroke.ts';
import { chainEpicycles, type Epicycle, epicycles } from '../../../schema/sample/mathematics/epicycle.ts';
import { snowflake } from '../../../schema/sample/mathematics/snowflake.ts';
import type { ValuesOf } from '../definitions/definitions.ts';
import { absorb, layeredPicture } from './layeredPicture.ts';
import type { Simulation } from './simulation.ts';

type EpicyclesValues = ValuesOf<'EPICYCLES'>;

export const MAX_WIDTH_PX = 960;
/** The greatest number of turns per round of the circles. */
const MAX_TURNS = 340;
const CURVE_POINTS = 1080;
/** The height for which widths of lines are given, in pixels. */
const FULL_HEIGHT = 720;
/** The length of an arm of the crystal as a share of the height. */
const REACH = 0.43;

const ICE = oklch(0.955, 0.018, 225);
const FROST = oklch(0.8, 0.065, 243);
/** Inks as the light they absorb. */
const GOAL = absorptionOf(oklch(0.8, 0.07, 215), 0.5);
const REST = absorptionOf(oklch(0.7, 0.11, 235), 0.45);
const DEEP = absorptionOf(oklch(0.33, 0.15, 268));
const GRAPHITE = absorptionOf(oklch(0.62, 0.04, 255));
const PEN = absorptionOf(oklch(0.6, 0.22, 30));

/** Draws paper with the outline of the crystal. */
function drawPaper(size: Size, goal: readonly Point[]): LinearImage {
  const light = blackImage(size);
  paintPixels(light, (x, y, out, at) => {
    const across = (x - size.width * 0.45) / size.height;
    const down = (y - size.height * 0.4) / size.height;
    const lamp = Math.exp(-0.9 * (across * across * 0.7 + down * down));
    for (let c = 0; c < 3; c++) out[at + c] = mix(FROST[c]!, ICE[c]!, lamp);
  });
  const ink = blackImage(size);
  addStroke(ink, goal.map(pixelScale(size)), GOAL, (2 * size.height) / FULL_HEIGHT);
  for (let at = 0; at < ink.data.length; at++) light.data[at] = absorb(light.data[at]!, ink.data[at]!, 0);
  return light;
}

/** Returns the conversion to pixels. The x axis of the crystal points up. */
const pixelScale =
  ({ width, height }: Size) =>
  ([x, y]: Point): Point => [width / 2 - y * REACH * height, height / 2 - x * REACH * height];

/** Returns the closed curve that circles draw in one round. */
const traceCurve = (circles: readonly Epicycle[]): Point[] =>
  Array.from(
    { length: CURVE_POINTS + 1 },
    (_, i) => chainEpicycles(circles, i / CURVE_POINTS).at(-1) as Point,
  );

const scaleInk = ([red, green, blue]: Rgb, strength: number): Rgb => [
  red * strength,
  green * strength,
  blue * strength,
];

/** Circles on circles that draw a snow crystal, the closer the more there are. */
export function createSimulation(values: EpicyclesValues): Simulation<EpicyclesValues> {
  const all = epicycles(snowflake(), MAX_TURNS);
  const goal = traceCurve(all);
  let current = values;
  let circles = all.slice(0, values.circles);
  let curve = traceCurve(circles);
  let share = 0;
  const picture = layeredPicture((size) => drawPaper(size, goal), absorb);
  return {
    set: (next) => {
      if (next.circles !== current.circles) {
        circles = all.slice(0, next.circles);
        curve = traceCurve(circles);
      }
      current = next;
    },
    step: (seconds) => {
      share += (seconds * current.speed) / 60;
    },
    draw: (pixels) => picture(pixels, (ink) => drawChain(ink, { curve, circles, share })),
  };
}

interface Chain {
  readonly curve: readonly Point[];
  readonly circles: readonly Epicycle[];
  /** The rounds so far. */
  readonly share: number;
}

function drawChain(ink: LinearImage, { curve, circles, share }: Chain): void {
  const unit = ink.height / FULL_HEIGHT;
  const zoom = REACH * ink.height;
  const toPixels = pixelScale(ink);
  const line = (points: readonly Point[], color: Rgb, width: number) =>
    addStroke(ink, points.map(toPixels), color, width * unit);
  if (share >= 1) line(curve, REST, 3);
  line(startOfPolyline(curve, share % 1), DEEP, 4);
  const centres = chainEpicycles(circles, share % 1);
  for (const [i, { radius }] of circles.entries()) {
    if (radius * zoom > 1.2) drawRing(ink, toPixels(centres[i] as Point), radius * zoom, unit);
  }
  line(centres, scaleInk(PEN, 0.7), 2.4);
  addDisc(ink, toPixels(centres.at(-1) as Point), 7 * unit, PEN, 1);
}

function drawRing(ink: LinearImage, [cx, cy]: Point, radius: number, unit: number): void {
  const sides = Math.round(clamp(radius * 1.2, 12, 160));
  const ring = Array.from({ length: sides + 1 }, (_, k): Point => {
    const angle = (2 * Math.PI * k) / sides;
    return [cx + radius * Math.cos(angle), cy + radius * Math.sin(angle)];
  });
  addStroke(ink, ring, scaleInk(GRAPHITE, clamp(radius / 22, 0.12, 0.7)), 2 * unit);
}
