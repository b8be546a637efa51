import { oklch, palette } from '../canvas/colour.ts';
import { darkness, type Light, type Size } from '../canvas/light.ts';
import { ease, mix } from '../canvas/motion.ts';
import type { Figure } from '../figure.ts';
import { roundsToEscape } from '../mathematics/boundary.ts';
import { rings } from '../mathematics/logPolar.ts';
import { sinking } from '../sound/zoomSound.ts';

const DURATION = 16;
const FPS = 24;
/** The middle of a small copy of the set, of period 35, in the valley between heart and disc, called that of the seahorses. */
const TARGET = [-0.7461724089125955, 0.11195646874254936] as const;
/** Half the height of what is seen, at first and at last, in the plane's unit. */
const WIDE = 1.32;
const NEAR = 2.6e-5;
/** Outside of every picture. */
const OUTER = 4;

/** Along the boundary: the colours go round. */
const SHORE = palette([
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
const STAYS = oklch(0.17, 0.05, 300);
/** Where the lamp stands, seen in the plane, and its height. */
const LAMP = [Math.cos(2.3), Math.sin(2.3)] as const;
const LAMP_HEIGHT = 1.6;

/** How many times the picture has been doubled. */
function doublings(time: number): number {
  const whole = Math.log2(WIDE / NEAR);
  // Even but for the first and the last seconds: half a cosine at either end.
  const [begin, end, soft] = [0.4, 15.4, 2.2];
  const even = end - begin - soft;
  const after = (t: number) =>
    t <= 0 ? 0 : t >= soft ? t - soft / 2 : t / 2 - (soft / (2 * Math.PI)) * Math.sin((Math.PI * t) / soft);
  return (whole * (after(time - begin) - after(time - (end - soft)))) / even;
}

function turned(time: number): number {
  return mix(0, -1.5, ease(time, -1, 18));
}

function begin(size: Size): (frame: number) => Light {
  const direction = new Float64Array(2);
  const sample = rings(size.width / 1280, (octave, angle, out, at) => {
    const distance = OUTER * 2 ** -octave;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const rounds = roundsToEscape(TARGET[0] + distance * cos, TARGET[1] + distance * sin, direction);
    if (rounds < 0) {
      out.set(STAYS, at);
      return;
    }
    const facing = (direction[0]! * LAMP[0] + direction[1]! * LAMP[1] + LAMP_HEIGHT) / (1 + LAMP_HEIGHT);
    const place = 0.86 * Math.log(rounds + 1.6) - 0.42;
    const from = SHORE.offset(place - Math.floor(place));
    const lit = 0.42 + 0.72 * Math.max(0, facing);
    for (let c = 0; c < 3; c++) out[at + c] = SHORE.table[from + c]! * lit;
  });
  const light = darkness(size);
  return (frame) => {
    const time = frame / FPS;
    const pixel = (WIDE * 2 ** -doublings(time)) / (size.height / 2);
    const turn = turned(time);
    const shown = ease(time, 0, 1) * (1 - ease(time, 14.8, 15.9));
    const outer = Math.log2(OUTER / pixel);
    for (let y = 0, at = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++, at += 3) {
        const dx = x + 0.5 - size.width / 2;
        const dy = size.height / 2 - y - 0.5;
        const away = Math.sqrt(dx * dx + dy * dy);
        // The level whose cells are nearest to a pixel of this distance.
        const level = Math.max(0, Math.round(Math.log2(652 / away)));
        sample(outer - Math.log2(away), Math.atan2(dy, dx) + turn, level, light.data, at);
        for (let c = 0; c < 3; c++) light.data[at + c] = light.data[at + c]! * shown;
      }
    return light;
  };
}

/** A slow way down to the boundary of the Mandelbrot set. */
export const figure: Figure = {
  name: 'mandelbrot',
  title: "Mandelbrot's shore",
  createdAt: '2026-08-17T09:00:00Z',
  policy: 'public',
  duration: DURATION,
  fps: FPS,
  segment: 4,
  quality: [40, 41],
  preview: 8,
  texts: [{ language: 'en', label: 'English (captions)', closedCaptions: true }],
  begin,
  sound: () => sinking(DURATION, doublings, turned),
};
