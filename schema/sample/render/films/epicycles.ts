import { oklch, type Rgb } from '../../canvas/colour.ts';
import { clamp, ease, mix } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, paintPixels, type Size } from '../../canvas/linearImage.ts';
import { seededRandom } from '../../canvas/random.ts';
import { addDisc } from '../../drawing/disc.ts';
import { fillCurve } from '../../drawing/fillCurve.ts';
import { absorptionOf } from '../../drawing/ink.ts';
import { addStroke, type Point, startOfPolyline } from '../../drawing/stroke.ts';
import { chainEpicycles, type Epicycle, epicycles } from '../../mathematics/epicycle.ts';
import { snowflake } from '../../mathematics/snowflake.ts';
import type { Film } from '../film.ts';
import { epicycleSound } from '../sound/epicycleSound.ts';

const DURATION_SECONDS = 16;
const FPS = 24;
/** The greatest number of turns per round of the circles that are drawn. */
const MAX_TURNS = 340;
/** Three rounds, each with more circles than the one before. Times are in seconds. */
const STAGES = [
  { circles: 3, begin: 0.6, end: 3 },
  { circles: 9, begin: 3.2, end: 5.5 },
  { circles: 113, begin: 5.7, end: 13.9 },
] as const;

const ICE = oklch(0.955, 0.018, 225);
const FROST = oklch(0.8, 0.065, 243);
/** Inks as the light they absorb. */
const FAINT = absorptionOf(oklch(0.8, 0.07, 215));
const MIDDLE = absorptionOf(oklch(0.7, 0.11, 235));
const DEEP = absorptionOf(oklch(0.33, 0.15, 268));
const GRAPHITE = absorptionOf(oklch(0.62, 0.04, 255));
const CRYSTAL = absorptionOf(oklch(0.86, 0.085, 235));
const PEN = absorptionOf(oklch(0.6, 0.22, 30));

/** Returns the progress of a stage, 0 to 1; the last stage slows down at one arm for a close view. */
function roundProgress(stage: number, time: number): number {
  const { begin, end } = STAGES[stage]!;
  if (stage < 2) return ease(time, begin - 0.5, end + 0.5) * clamp((time - begin) * 4);
  return (
    0.66 * gentleStep(time, begin, 9.6) +
    0.17 * gentleStep(time, 9.4, 12.8) +
    0.17 * gentleStep(time, 12.4, end)
  );
}

/** Returns a step from 0 to 1 at an almost constant speed. */
function gentleStep(time: number, begin: number, end: number): number {
  const s = clamp((time - begin) / (end - begin));
  return 0.6 * s + 0.4 * s * s * (3 - 2 * s);
}

/** Returns the curve that the circles draw in one round. */
function traceCurve(circles: readonly Epicycle[], points: number): Point[] {
  return Array.from({ length: points + 1 }, (_, i) => chainEpicycles(circles, i / points).at(-1)!);
}

function createRenderer(size: Size): (frame: number) => LinearImage {
  const circles = epicycles(snowflake(), MAX_TURNS);
  const stageCircles = STAGES.map((stage) => circles.slice(0, stage.circles));
  const curves = stageCircles.map((component, i) => traceCurve(component, [360, 720, 3072][i]!));
  const paper = paperBackground(size);
  const light = blackImage(size);
  const unit = size.height / 720;
  return (frame) => {
    const time = frame / FPS;
    const stage = time < 3.1 ? 0 : time < 5.6 ? 1 : 2;
    const round = clamp(roundProgress(stage, time));
    const closeUp = ease(time, 9.3, 10.8) * (1 - ease(time, 12.2, 13.7));
    // The camera follows only the slow circles, because the pen moves too abruptly.
    const focus = chainEpicycles(circles.slice(0, 7), round).at(-1)!;
    const zoom = 318 * unit * mix(1, 4.6, closeUp);
    const rotation = mix(-0.1, 0.1, time / DURATION_SECONDS) + Math.PI / 2;
    const [cos, sin] = [Math.cos(rotation) * zoom, Math.sin(rotation) * zoom];
    const toPixels = ([x, y]: Point): Point => {
      const [dx, dy] = [x - focus[0] * closeUp, y - focus[1] * closeUp];
      return [size.width / 2 + dx * cos - dy * sin, size.height / 2 - dx * sin - dy * cos];
    };
    const inks = blackImage(size);
    addSnow(inks, curves[2]!, time);
    for (const [i, curve] of curves.entries()) {
      if (i > stage) continue;
      const share = i < stage ? 1 : round;
      const points = startOfPolyline(curve, share).map(toPixels);
      const weight = [2.8, 3, 3.6][i]! * unit;
      addStroke(inks, points, scaleInk([FAINT, MIDDLE, DEEP][i]!, i < stage ? 0.8 : 1), weight);
    }
    const crystalFade = ease(time, 13.2, 14.4);
    if (crystalFade > 0) fillCurve(inks, curves[2]!.map(toPixels), scaleInk(CRYSTAL, crystalFade));
    const circlesFade = ease(time, 0.2, 1) * (1 - ease(time, 13.8, 14.8));
    if (circlesFade > 0)
      addCircles(
        inks,
        stageCircles[stage]!,
        chainEpicycles(stageCircles[stage]!, round).map(toPixels),
        zoom,
        circlesFade,
        unit,
      );
    const fade = ease(time, 0, 0.9) * (1 - ease(time, 14.9, 15.9));
    for (let i = 0; i < light.data.length; i++)
      light.data[i] = paper.data[i]! * Math.exp(-inks.data[i]!) * fade;
    return light;
  };
}

function scaleInk(colour: Rgb, strength: number): Rgb {
  return colour.map((component) => component * strength) as unknown as Rgb;
}

/** Draws the circles as thin rings, their radii as a jointed arm, and the pen. */
function addCircles(
  inks: LinearImage,
  circles: readonly Epicycle[],
  centres: readonly Point[],
  zoom: number,
  fade: number,
  unit: number,
): void {
  for (const [i, { radius }] of circles.entries()) {
    const reach = radius * zoom;
    if (reach < 1.2) continue;
    const [cx, cy] = centres[i]!;
    const sides = Math.round(clamp(reach * 1.2, 12, 220));
    const ring = Array.from({ length: sides + 1 }, (_, k): Point => {
      const angle = (2 * Math.PI * k) / sides;
      return [cx + reach * Math.cos(angle), cy + reach * Math.sin(angle)];
    });
    addStroke(inks, ring, scaleInk(GRAPHITE, fade * clamp(reach / 22, 0.12, 0.7)), 2 * unit);
  }
  addStroke(inks, centres, scaleInk(PEN, 0.55 * fade), 2 * unit);
  addDisc(inks, centres.at(-1)!, 5.2 * unit, PEN, fade);
}

function paperBackground(size: Size): LinearImage {
  const light = blackImage(size);
  paintPixels(light, (x, y, out, at) => {
    const across = (x - size.width * 0.45) / size.height;
    const down = (y - size.height * 0.4) / size.height;
    const lamp = Math.exp(-0.9 * (across * across * 0.7 + down * down));
    for (let c = 0; c < 3; c++) out[at + c] = mix(FROST[c]!, ICE[c]!, lamp);
  });
  return light;
}

/** Draws small white crystals of the same shape that sink slowly in the background. */
function addSnow(inks: LinearImage, curve: readonly Point[], time: number): void {
  const unit = inks.height / 720;
  const random = seededRandom(1822);
  for (let n = 0; n < 22; n++) {
    const [across, down, near, spin] = [random(), random(), 0.25 + 0.75 * random(), random()];
    // The middle of the image is left free for the large crystal.
    const x = (across < 0.5 ? across * 0.56 : 1 - (1 - across) * 0.56) * inks.width;
    const y = (((down * 1.3 + time * 0.011 * near) % 1.3) - 0.15) * inks.height;
    const rotation = spin * 2 + time * 0.06 * (spin - 0.5);
    const [cos, sin] = [Math.cos(rotation) * 52 * near * unit, Math.sin(rotation) * 52 * near * unit];
    const points = curve
      .filter((_, i) => i % 8 === 0)
      .map(([px, py]): Point => [x + px * cos - py * sin, y + px * sin + py * cos]);
    fillCurve(inks, points, [-0.22 * near, -0.14 * near, -0.08 * near]);
  }
}

/** Returns the times at which the pen passes the tip of an arm. */
function tipTimes(): number[] {
  return STAGES.flatMap((_, stage) => {
    const times: number[] = [];
    const { begin, end } = STAGES[stage]!;
    let lastArm = -1;
    for (let time = begin; time < end + 0.5; time += 1 / 96) {
      const arm = Math.floor(clamp(roundProgress(stage, time)) * 6 + 1e-6);
      if (arm > lastArm) times.push(time);
      lastArm = Math.max(lastArm, arm);
    }
    return times;
  });
}

/** Fourier epicycles that draw a snow crystal. */
export const film: Film = {
  name: 'epicycles',
  title: 'Circles on circles',
  createdAt: '2026-07-13T09:00:00Z',
  policy: 'public',
  duration: DURATION_SECONDS,
  fps: FPS,
  segmentDuration: 4,
  crf: [33, 38, 37],
  previewStart: 9,
  textTracks: [
    { language: 'en', label: 'English (captions)', isClosedCaptions: true },
    { language: 'de', label: 'Deutsch', isClosedCaptions: false },
  ],
  createRenderer,
  sound: () => epicycleSound(DURATION_SECONDS, epicycles(snowflake(), MAX_TURNS), STAGES, tipTimes()),
};
