import { oklch, type Rgb } from '../canvas/colour.ts';
import { darkness, type Light, type Size } from '../canvas/light.ts';
import { ease, swell } from '../canvas/motion.ts';
import { enlarge } from '../drawing/enlarge.ts';
import type { Figure } from '../figure.ts';
import { curlFlow } from '../mathematics/curlFlow.ts';
import { flowMap } from '../mathematics/flowMap.ts';
import { type Drop, paintDrops } from '../mathematics/inkDrops.ts';
import { inkSound } from '../sound/inkSound.ts';

const DURATION = 14;
const FPS = 24;
const SEED = 12;

const PAPER = oklch(0.955, 0.018, 88);
const INDIGO = kept(oklch(0.33, 0.11, 266));
const VERMILION = kept(oklch(0.6, 0.19, 33));
const CELADON = kept(oklch(0.76, 0.07, 190));
const WATER: Rgb = [0, 0, 0];

/** What an ink keeps back of the paper's light. */
function kept(colour: Rgb): Rgb {
  const share = (c: 0 | 1 | 2) => -Math.log(Math.max(0.012, colour[c]) / PAPER[c]);
  return [share(0), share(1), share(2)];
}

/** Where drops fall, the inks that fall there in turn, and the first of their radii. */
const BRUSHES: readonly { x: number; y: number; inks: readonly Rgb[]; radius: number; times: number }[] = [
  { x: 0.62, y: 0.52, inks: [INDIGO, WATER], radius: 0.125, times: 8 },
  { x: 1.22, y: 0.42, inks: [VERMILION, WATER, INDIGO, WATER], radius: 0.102, times: 8 },
  { x: 1.05, y: 0.8, inks: [CELADON, WATER, INDIGO, WATER], radius: 0.08, times: 5 },
  { x: 0.33, y: 0.25, inks: [CELADON, VERMILION, WATER], radius: 0.07, times: 5 },
  { x: 1.52, y: 0.75, inks: [INDIGO, WATER], radius: 0.064, times: 4 },
];
/** The drops fall between these moments. */
const FALLING = [0.2, 2.7] as const;

/** A drop and the moment at which it falls. */
interface Fall extends Drop {
  readonly at: number;
}

/** All drops in the order in which they fall. */
const FALLS: readonly Fall[] = BRUSHES.flatMap(({ x, y, inks, radius, times }, brush) =>
  Array.from({ length: times }, (_, k): Fall => {
    const share = (k + ((brush * 0.37) % 1)) / times;
    const at = FALLING[0] + (FALLING[1] - FALLING[0]) * share;
    return { x, y, radius, ink: inks[k % inks.length]!, at };
  }),
).sort((a, b) => a.at - b.at);

/** The flow turns back at this moment; from then on it runs as before, mirrored. */
const TURN = 8;

/** How fast the flow runs: forwards, a pause, and back by as much. */
function pace(seconds: number): number {
  return 0.25 * (swell(seconds, 2.5, 1.4, 8.1, 1.4) - swell(seconds, 7.9, 1.4, 13.5, 1.4));
}

/** The flow's own time at a moment. */
function flowTime(seconds: number): number {
  let sum = 0;
  for (let step = 0; step < seconds * 96; step++) sum += pace((step + 0.5) / 96) / 96;
  return sum;
}

/** The flow is followed on this grid, fine enough for the folds that the film reaches. */
const GRID: Size = { width: 640, height: 360 };

/** From where the water of each cell came, across and down. */
type Origin = readonly [across: Float32Array, down: Float32Array];

/**
 * From where the water came at frame k. Water that is carried back passes through the places it was carried
 * through, so the way back is the way there, last frame first, and need not be computed, nor gather errors.
 */
function run(): (frame: number) => Origin {
  const flow = curlFlow(SEED);
  const map = flowMap(GRID);
  const seen: Origin[] = [];
  return (frame) => {
    const wanted = TURN * FPS - Math.abs(frame - TURN * FPS);
    for (let done = seen.length; done <= wanted; done++) {
      const [from, to] = [flowTime((done - 1) / FPS), flowTime(done / FPS)];
      if (to - from > 1e-6) map.carry(flow((from + to) / 2), to - from);
      seen.push(parted(map.from));
    }
    return seen[wanted]!;
  };
}

function parted(pairs: Float32Array): Origin {
  const across = new Float32Array(pairs.length / 2);
  const down = new Float32Array(pairs.length / 2);
  for (let i = 0; i < across.length; i++) {
    across[i] = pairs[i * 2]!;
    down[i] = pairs[i * 2 + 1]!;
  }
  return [across, down];
}

/** The ink of all drops before the water flows, drawn at twice the size so that folds stay sharp. */
function fallen(size: Size): Float32Array {
  const inks = new Float32Array(size.width * size.height * 12);
  paintDrops(FALLS, { width: size.width * 2, height: size.height * 2 }, inks);
  return inks;
}

/** Looks up the ink where the water of each pixel came from, four times a pixel. */
function lookBack(size: Size, [across, down]: Origin, source: Float32Array, inks: Float32Array): void {
  const { width, height } = size;
  const [wide, high] = [width * 2, height * 2];
  const fromX = enlarge(across, GRID, size);
  const fromY = enlarge(down, GRID, size);
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const right = x < width - 1 ? at + 1 : at;
      const below = y < height - 1 ? at + width : at;
      const [x0, y0] = [fromX[at]!, fromY[at]!];
      let [red, green, blue] = [0, 0, 0];
      for (let k = 0; k < 4; k++) {
        const [sx, sy] = [(k & 1) / 2, (k >> 1) / 2];
        const u = x + 0.25 + sx + height * (x0 + (fromX[right]! - x0) * sx + (fromX[below]! - x0) * sy);
        const v = y + 0.25 + sy + height * (y0 + (fromY[right]! - y0) * sx + (fromY[below]! - y0) * sy);
        const column = Math.min(wide - 1, Math.max(0, Math.floor(u * 2)));
        const i = 3 * (Math.min(high - 1, Math.max(0, Math.floor(v * 2))) * wide + column);
        red += source[i]!;
        green += source[i + 1]!;
        blue += source[i + 2]!;
      }
      inks[at * 3] = red / 4;
      inks[at * 3 + 1] = green / 4;
      inks[at * 3 + 2] = blue / 4;
    }
}

function begin(size: Size): (frame: number) => Light {
  const water = run();
  const light = darkness(size);
  const inks = new Float32Array(light.data.length);
  let source: Float32Array | undefined;
  return (frame) => {
    const time = frame / FPS;
    const landed = FALLS.filter(({ at }) => at < time).map((drop) => ({
      ...drop,
      radius: drop.radius * Math.sqrt(ease(time - drop.at, 0, 0.45) + 1e-6),
    }));
    if (time < FALLING[1] + 0.5 && flowTime(time) < 1e-4) paintDrops(landed, size, inks);
    else {
      source ??= fallen(size);
      lookBack(size, water(frame), source, inks);
    }
    const shown = ease(time, 0, 0.8) * (1 - ease(time, 12.9, 13.95));
    const { width, height, data } = light;
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, at += 3) {
        const [across, down] = [(x + 0.5) / width - 0.5, (y + 0.5) / height - 0.5];
        const lit = shown * (0.98 - 0.34 * (across * across + down * down));
        for (let c = 0; c < 3; c++) data[at + c] = PAPER[c]! * Math.exp(-inks[at + c]!) * lit;
      }
    return light;
  };
}

/** Drops of ink drawn out by curl noise, and back. */
export const figure: Figure = {
  name: 'curl-noise',
  title: 'Curl noise',
  createdAt: '2026-05-18T09:00:00Z',
  policy: 'public',
  duration: DURATION,
  fps: FPS,
  segment: 3.5,
  quality: [37, 39],
  preview: 5,
  texts: [
    { language: 'en', label: 'English (captions)', closedCaptions: true },
    { language: 'fr', label: 'Français (sous-titres)', closedCaptions: false },
  ],
  begin,
  sound: () => inkSound({ falls: FALLS, flow: curlFlow(SEED), flowTime, duration: DURATION }),
};
