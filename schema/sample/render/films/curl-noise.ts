import { oklch, type Rgb } from '../../canvas/colour.ts';
import { ease, envelope } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, type Size } from '../../canvas/linearImage.ts';
import { upsample } from '../../drawing/upsample.ts';
import { curlNoise } from '../../mathematics/curlNoise.ts';
import { flowMap } from '../../mathematics/flowMap.ts';
import { type Drop, paintDrops } from '../../mathematics/marbling.ts';
import type { Film } from '../film.ts';
import { inkSound } from '../sound/inkSound.ts';

const DURATION_SECONDS = 14;
const FPS = 24;
const SEED = 12;

const PAPER = oklch(0.955, 0.018, 88);
const INDIGO = absorptionOnPaper(oklch(0.33, 0.11, 266));
const VERMILION = absorptionOnPaper(oklch(0.6, 0.19, 33));
const CELADON = absorptionOnPaper(oklch(0.76, 0.07, 190));
const WATER: Rgb = [0, 0, 0];

/** Returns the light that an ink absorbs, as a natural logarithm per component. */
function absorptionOnPaper(colour: Rgb): Rgb {
  const share = (c: 0 | 1 | 2) => -Math.log(Math.max(0.012, colour[c]) / PAPER[c]);
  return [share(0), share(1), share(2)];
}

/** The positions of the brushes, the inks that drop from each in turn, and the radius of the first drop. */
const BRUSHES: readonly { x: number; y: number; inks: readonly Rgb[]; radius: number; count: number }[] = [
  { x: 0.62, y: 0.52, inks: [INDIGO, WATER], radius: 0.125, count: 8 },
  { x: 1.22, y: 0.42, inks: [VERMILION, WATER, INDIGO, WATER], radius: 0.102, count: 8 },
  { x: 1.05, y: 0.8, inks: [CELADON, WATER, INDIGO, WATER], radius: 0.08, count: 5 },
  { x: 0.33, y: 0.25, inks: [CELADON, VERMILION, WATER], radius: 0.07, count: 5 },
  { x: 1.52, y: 0.75, inks: [INDIGO, WATER], radius: 0.064, count: 4 },
];
/** The first and the last time at which a drop falls, in seconds. */
const FALL_SECONDS = [0.2, 2.7] as const;

/** A drop with the time of its fall. */
interface TimedDrop extends Drop {
  readonly at: number;
}

/** All drops in the order of their fall. */
const DROPS: readonly TimedDrop[] = BRUSHES.flatMap(({ x, y, inks, radius, count }, brush) =>
  Array.from({ length: count }, (_, k): TimedDrop => {
    const share = (k + ((brush * 0.37) % 1)) / count;
    const at = FALL_SECONDS[0] + (FALL_SECONDS[1] - FALL_SECONDS[0]) * share;
    return { x, y, radius, ink: inks[k % inks.length]!, at };
  }),
).sort((a, b) => a.at - b.at);

/** The time in seconds at which the flow reverses; it then runs backwards, mirrored in time. */
const REVERSAL_SECONDS = 8;

/** Returns the speed of the flow: positive, then 0, then negative by the same amount. */
function flowSpeed(seconds: number): number {
  return 0.25 * (envelope(seconds, 2.5, 1.4, 8.1, 1.4) - envelope(seconds, 7.9, 1.4, 13.5, 1.4));
}

/** Returns the integral of the flow speed up to a time. */
function flowTime(seconds: number): number {
  let sum = 0;
  for (let step = 0; step < seconds * 96; step++) sum += flowSpeed((step + 0.5) / 96) / 96;
  return sum;
}

/** The simulation grid, fine enough for the folds that the film reaches. */
const GRID: Size = { width: 640, height: 360 };

/** The origin of the water in each cell: horizontal and vertical coordinates. */
type Origins = readonly [across: Float32Array, down: Float32Array];

/**
 * Returns a function that gives the origin of the water at frame k. The second half of the film repeats the frames of
 * the first half in reverse, so it is not computed and gathers no error.
 */
function createSimulation(): (frame: number) => Origins {
  const flow = curlNoise(SEED);
  const map = flowMap(GRID);
  const frames: Origins[] = [];
  return (frame) => {
    const target = REVERSAL_SECONDS * FPS - Math.abs(frame - REVERSAL_SECONDS * FPS);
    for (let done = frames.length; done <= target; done++) {
      const [from, to] = [flowTime((done - 1) / FPS), flowTime(done / FPS)];
      if (to - from > 1e-6) map.advect(flow((from + to) / 2), to - from);
      frames.push(splitComponents(map.origins));
    }
    return frames[target]!;
  };
}

function splitComponents(pairs: Float32Array): Origins {
  const across = new Float32Array(pairs.length / 2);
  const down = new Float32Array(pairs.length / 2);
  for (let i = 0; i < across.length; i++) {
    across[i] = pairs[i * 2]!;
    down[i] = pairs[i * 2 + 1]!;
  }
  return [across, down];
}

/** Returns the ink of all drops before the water flows, at twice the size so that folds stay sharp. */
function drawDroppedInk(size: Size): Float32Array {
  const inks = new Float32Array(size.width * size.height * 12);
  paintDrops(DROPS, { width: size.width * 2, height: size.height * 2 }, inks);
  return inks;
}

/** Samples the ink at the origin of the water, four times per pixel. */
function sampleOrigins(size: Size, [across, down]: Origins, source: Float32Array, inks: Float32Array): void {
  const { width, height } = size;
  const [sourceWidth, sourceHeight] = [width * 2, height * 2];
  const fromX = upsample(across, GRID, size);
  const fromY = upsample(down, GRID, size);
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
        const column = Math.min(sourceWidth - 1, Math.max(0, Math.floor(u * 2)));
        const i = 3 * (Math.min(sourceHeight - 1, Math.max(0, Math.floor(v * 2))) * sourceWidth + column);
        red += source[i]!;
        green += source[i + 1]!;
        blue += source[i + 2]!;
      }
      inks[at * 3] = red / 4;
      inks[at * 3 + 1] = green / 4;
      inks[at * 3 + 2] = blue / 4;
    }
}

function createRenderer(size: Size): (frame: number) => LinearImage {
  const originsAt = createSimulation();
  const light = blackImage(size);
  const inks = new Float32Array(light.data.length);
  let source: Float32Array | undefined;
  return (frame) => {
    const time = frame / FPS;
    const landedDrops = DROPS.filter(({ at }) => at < time).map((drop) => ({
      ...drop,
      radius: drop.radius * Math.sqrt(ease(time - drop.at, 0, 0.45) + 1e-6),
    }));
    if (time < FALL_SECONDS[1] + 0.5 && flowTime(time) < 1e-4) paintDrops(landedDrops, size, inks);
    else {
      source ??= drawDroppedInk(size);
      sampleOrigins(size, originsAt(frame), source, inks);
    }
    const fade = ease(time, 0, 0.8) * (1 - ease(time, 12.9, 13.95));
    const { width, height, data } = light;
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, at += 3) {
        const [across, down] = [(x + 0.5) / width - 0.5, (y + 0.5) / height - 0.5];
        const lit = fade * (0.98 - 0.34 * (across * across + down * down));
        for (let c = 0; c < 3; c++) data[at + c] = PAPER[c]! * Math.exp(-inks[at + c]!) * lit;
      }
    return light;
  };
}

/** Ink drops advected by curl noise, forwards and back. */
export const film: Film = {
  name: 'curl-noise',
  title: 'Curl noise',
  createdAt: '2026-05-18T09:00:00Z',
  policy: 'public',
  duration: DURATION_SECONDS,
  fps: FPS,
  segmentDuration: 3.5,
  crf: [34.5, 39.5, 39],
  previewStart: 5,
  textTracks: [
    { language: 'en', label: 'English (captions)', isClosedCaptions: true },
    { language: 'fr', label: 'Français (sous-titres)', isClosedCaptions: false },
  ],
  createRenderer,
  sound: () => inkSound({ drops: DROPS, flow: curlNoise(SEED), flowTime, duration: DURATION_SECONDS }),
};
