import { oklch, palette } from '../../canvas/colour.ts';
import { ease, mix } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, type Size } from '../../canvas/linearImage.ts';
import { escapeTime } from '../../mathematics/escapeTime.ts';
import { logPolarRings } from '../../mathematics/logPolar.ts';
import type { Film } from '../film.ts';
import { zoomSound } from '../sound/zoomSound.ts';

const DURATION_SECONDS = 16;
const FPS = 24;
/** The centre of a small copy of the set with period 35, in Seahorse Valley. */
const TARGET = [-0.7461724089125955, 0.11195646874254936] as const;
/** Half of the height of the view in the complex plane, at the start and at the end. */
const START_HALF_HEIGHT = 1.32;
const END_HALF_HEIGHT = 2.6e-5;
/** The distance from the centre at octave 0, outside of every image. */
const OUTER_RADIUS = 4;

/** Along the boundary; the colours are cyclic. */
const BOUNDARY_COLOURS = palette([
  [0, 0.95, 0.035, 95],
  [0.16, 0.88, 0.11, 88],
  [0.32, 0.72, 0.15, 58],
  [0.47, 0.5, 0.15, 22],
  [0.6, 0.33, 0.11, -30],
  [0.72, 0.36, 0.11, -75],
  [0.84, 0.6, 0.1, -130],
  [0.93, 0.84, 0.06, -180],
  [1, 0.95, 0.035, -265],
]);
const INTERIOR = oklch(0.17, 0.05, 300);
/** The direction of the lamp in the complex plane, and its height. */
const LAMP = [Math.cos(2.3), Math.sin(2.3)] as const;
const LAMP_HEIGHT = 1.6;

/** Returns the magnification as a number of doublings. */
function doublings(time: number): number {
  const total = Math.log2(START_HALF_HEIGHT / END_HALF_HEIGHT);
  // Constant speed, except in the first and last seconds, which follow half a cosine.
  const [begin, end, soft] = [0.4, 15.4, 2.2];
  const even = end - begin - soft;
  const after = (t: number) =>
    t <= 0 ? 0 : t >= soft ? t - soft / 2 : t / 2 - (soft / (2 * Math.PI)) * Math.sin((Math.PI * t) / soft);
  return (total * (after(time - begin) - after(time - (end - soft)))) / even;
}

function rotation(time: number): number {
  return mix(0, -1.5, ease(time, -1, 18));
}

function createRenderer(size: Size): (frame: number) => LinearImage {
  const direction = new Float64Array(2);
  const sample = logPolarRings(size.width / 1280, (octave, angle, out, at) => {
    const distance = OUTER_RADIUS * 2 ** -octave;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const escapeIterations = escapeTime(TARGET[0] + distance * cos, TARGET[1] + distance * sin, direction);
    if (escapeIterations < 0) {
      out.set(INTERIOR, at);
      return;
    }
    const facing = (direction[0]! * LAMP[0] + direction[1]! * LAMP[1] + LAMP_HEIGHT) / (1 + LAMP_HEIGHT);
    const position = 0.86 * Math.log(escapeIterations + 1.6) - 0.42;
    const from = BOUNDARY_COLOURS.offset(position - Math.floor(position));
    const lit = 0.42 + 0.72 * Math.max(0, facing);
    for (let c = 0; c < 3; c++) out[at + c] = BOUNDARY_COLOURS.table[from + c]! * lit;
  });
  const light = blackImage(size);
  return (frame) => {
    const time = frame / FPS;
    const pixel = (START_HALF_HEIGHT * 2 ** -doublings(time)) / (size.height / 2);
    const turn = rotation(time);
    const fade = ease(time, 0, 1) * (1 - ease(time, 14.8, 15.9));
    const outer = Math.log2(OUTER_RADIUS / pixel);
    for (let y = 0, at = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++, at += 3) {
        const dx = x + 0.5 - size.width / 2;
        const dy = size.height / 2 - y - 0.5;
        const pixelDistance = Math.sqrt(dx * dx + dy * dy);
        // The level of detail whose cells are nearest in size to a pixel at this distance.
        const level = Math.max(0, Math.round(Math.log2(652 / pixelDistance)));
        sample(outer - Math.log2(pixelDistance), Math.atan2(dy, dx) + turn, level, light.data, at);
        for (let c = 0; c < 3; c++) light.data[at + c] = light.data[at + c]! * fade;
      }
    return light;
  };
}

/** A slow zoom into the boundary of the Mandelbrot set. */
export const film: Film = {
  name: 'mandelbrot',
  title: "Mandelbrot's shore",
  createdAt: '2026-08-17T09:00:00Z',
  policy: 'public',
  duration: DURATION_SECONDS,
  fps: FPS,
  segmentDuration: 4,
  crf: [37.5, 42.5, 41],
  previewStart: 8,
  textTracks: [{ language: 'en', label: 'English (captions)', isClosedCaptions: true }],
  createRenderer,
  sound: () => zoomSound(DURATION_SECONDS, doublings, rotation),
};
