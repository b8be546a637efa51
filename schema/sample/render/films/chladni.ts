import { createProjection, type Projection, type View } from '../../canvas/camera.ts';
import type { PlateMode } from '../../canvas/chladniPlate.ts';
import { oklch } from '../../canvas/colour.ts';
import { clamp, ease, envelope, mix } from '../../canvas/easing.ts';
import { addPoint, blackImage, type LinearImage, type Size } from '../../canvas/linearImage.ts';
import { seededRandom } from '../../canvas/random.ts';
import { addGlow } from '../../drawing/glow.ts';
import { paintPlane } from '../../drawing/paintPlane.ts';
import { upsample } from '../../drawing/upsample.ts';
import { type VibratedSand, vibratedSand } from '../../mathematics/vibratedSand.ts';
import type { Film } from '../film.ts';
import { plateSound } from '../sound/plateSound.ts';

const DURATION_SECONDS = 16;
const FPS = 24;
const GRAINS = 130_000;
const SEED = 1787;
const STEPS_PER_FRAME = 24;
/** Every so many steps the grains are drawn, like the exposure of a camera. */
const STEPS_PER_EXPOSURE = 4;
/** Flying sand is drawn as a haze on this grid, resting sand as grains. */
const HAZE_GRID: Size = { width: 192, height: 108 };
/** The throw of a grain, as a share of the greatest, from which it is all haze. */
const HAZE_THROW = 0.16;
const THROW_HEIGHT = 0.14;
/** Sand that gathers lies beside sand: how far from its place a grain is drawn; the plate is 2 wide. */
const PILE_WIDTH = 0.011;

const TABLE = oklch(0.14, 0.015, 60);
const METAL = oklch(0.36, 0.035, 235);
const SAND = oklch(0.88, 0.085, 88);

/** A note of the plate: its start in seconds, its mode, and its pitch in hertz. */
export interface PlateNote {
  readonly at: number;
  readonly mode: PlateMode;
  readonly pitch: number;
}

const NOTES: readonly PlateNote[] = [
  { at: 1.2, mode: { m: 2, n: 0, sign: -1 }, pitch: 196 },
  { at: 3.7, mode: { m: 3, n: 1, sign: 1 }, pitch: 349 },
  { at: 6.2, mode: { m: 4, n: 2, sign: -1 }, pitch: 587 },
  { at: 8.7, mode: { m: 5, n: 3, sign: 1 }, pitch: 880 },
  { at: 11.2, mode: { m: 6, n: 4, sign: 1 }, pitch: 1319 },
];
const NOTE_SECONDS = 2.3;

/** Returns how strongly the plate is bowed at a time, from 0 to 1. */
function bowing(time: number): number {
  return NOTES.reduce((sum, { at }, i) => {
    const seconds = i === NOTES.length - 1 ? NOTE_SECONDS + 0.5 : NOTE_SECONDS;
    return sum + envelope(time, at, 0.25, at + seconds, 0.9);
  }, 0);
}

/** Returns a function that gives the sand at the start of frame k, before it is thrown; a lower k restarts. */
function createSimulation(): (
  frame: number,
  expose: (sand: VibratedSand, random: () => number) => void,
) => void {
  let random = seededRandom(SEED);
  let sand = vibratedSand(GRAINS, random);
  let framesDone = 0;
  return (frame, expose) => {
    if (frame < framesDone) {
      random = seededRandom(SEED);
      sand = vibratedSand(GRAINS, random);
      framesDone = 0;
    }
    for (; framesDone <= frame; framesDone++) {
      const time = framesDone / FPS;
      const note = NOTES.findLast(({ at }) => at <= time);
      if (note && time - note.at < 1 / FPS) sand.sound(note.mode);
      for (let step = 0; step < STEPS_PER_FRAME; step++) {
        sand.step(bowing(time));
        if (framesDone === frame && step % STEPS_PER_EXPOSURE === 0) expose(sand, random);
      }
    }
  };
}

function createRenderer(size: Size): (frame: number) => LinearImage {
  const simulation = createSimulation();
  const view = plateView(size);
  const projection = createProjection(view);
  const plate = paintedPlate(size, view);
  const light = blackImage(size);
  const layers: SandLayers = {
    grains: blackImage(size),
    haze: new Float32Array(HAZE_GRID.width * HAZE_GRID.height),
  };
  return (frame) => {
    const time = frame / FPS;
    layers.grains.data.fill(0);
    layers.haze.fill(0);
    simulation(frame, (sand, random) => addSand(layers, sand, bowing(time), random, projection));
    const haze = upsample(layers.haze, HAZE_GRID, size);
    const fade = ease(time, 0, 1) * (1 - ease(time, 14.6, 15.9));
    for (let at = 0; at < light.data.length; at++) {
      const sand = layers.grains.data[at]! + haze[Math.floor(at / 3)]! * SAND[at % 3]!;
      // Overlapping grains are no brighter than sand.
      const lit = 1 - Math.exp(-sand);
      light.data[at] = (plate.data[at]! * (1 - 0.85 * lit) + lit * 0.95) * fade;
    }
    addGlow(light, size.height / 48, 0.14);
    return light;
  };
}

/** Returns the view of a plate at a slant that fills the image. */
function plateView({ width, height }: Size): View {
  return {
    centre: [0, 0, 0],
    azimuth: 0.62,
    elevation: 0.9,
    distance: 5,
    scale: height * 0.395,
    imageCentre: [width / 2, height * 0.535],
  };
}

/** The sand of a frame: resting grains, and the density of flying sand. */
interface SandLayers {
  readonly grains: LinearImage;
  readonly haze: Float32Array;
}

/** Draws every grain at the height to which the plate throws it at this moment. */
function addSand(
  { grains, haze }: SandLayers,
  sand: VibratedSand,
  strength: number,
  random: () => number,
  projection: Projection,
): void {
  const { width, height } = grains;
  const scale = ((height / 720) ** 2 * 1.15 * STEPS_PER_EXPOSURE) / STEPS_PER_FRAME;
  const cellsPerPixel = HAZE_GRID.width / width;
  const spread = height / 2160;
  const out = new Float64Array(3);
  for (let grain = 0; grain < GRAINS; grain++) {
    const thrown = strength * sand.motionUnder(grain);
    // A grain keeps its brightness and its place among the grains: both follow from its number.
    const [a, b, c] = [fraction(grain * 0.618034), fraction(grain * 0.754878), fraction(grain * 0.56984)];
    const x = sand.positions[grain * 2]! * 0.98 + PILE_WIDTH * (a + b - 1);
    const y = sand.positions[grain * 2 + 1]! * 0.98 + PILE_WIDTH * (b + c - 1);
    projection(x, y, THROW_HEIGHT * thrown * thrown * random(), out);
    const [px, py] = [out[0]!, out[1]!];
    const bright = scale * mix(0.5, 1.3, a * a);
    const flying = ease(thrown, 0, HAZE_THROW);
    const cell =
      Math.min(HAZE_GRID.height - 1, Math.floor(Math.max(0, py) * cellsPerPixel)) * HAZE_GRID.width +
      Math.floor(px * cellsPerPixel);
    haze[cell] = haze[cell]! + bright * flying * cellsPerPixel ** 2;
    if (flying === 1) continue;
    const [red, green, blue] = SAND.map((part) => (part * bright * (1 - flying)) / 2) as [
      number,
      number,
      number,
    ];
    addPoint(grains, px - spread, py - spread, red, green, blue);
    addPoint(grains, px + spread, py + spread, red, green, blue);
  }
}

function fraction(value: number): number {
  return value - Math.floor(value);
}

/** Returns the empty plate on its dark table, its far corner in the light. */
function paintedPlate(size: Size, view: View): LinearImage {
  const light = blackImage(size);
  paintPlane(light, view, (x, y, at) => {
    const edge = Math.max(Math.abs(x), Math.abs(y));
    const inside = clamp((1.01 - edge) * (view.scale / 2));
    const shadow = 0.35 + 0.65 * ease(edge, 1, 1.35);
    const sheen = 0.22 + 0.8 * Math.exp(-(((x + 0.3) / 0.9) ** 2) - ((y - 0.5) / 0.85) ** 2);
    for (let c = 0; c < 3; c++)
      light.data[at + c] = TABLE[c]! * shadow * (1 - inside) + METAL[c]! * sheen * inside;
  });
  return light;
}

/** Sand on a plate that is bowed: five notes, and the figure of each. */
export const film: Film = {
  name: 'chladni',
  title: "Chladni's plate",
  createdAt: '2026-11-02T09:00:00Z',
  policy: 'public',
  duration: DURATION_SECONDS,
  fps: FPS,
  segmentDuration: 4,
  crf: [33.5, 35, 34],
  previewStart: 9,
  textTracks: [
    { language: 'en', label: 'English (captions)', isClosedCaptions: true },
    { language: 'de', label: 'Deutsch', isClosedCaptions: false },
  ],
  createRenderer,
  sound: () => plateSound(DURATION_SECONDS, NOTES, bowing),
};
