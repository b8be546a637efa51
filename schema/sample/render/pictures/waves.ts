import { oklch, palette } from '../../canvas/colour.ts';
import { clamp, ease } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, paintPixels } from '../../canvas/linearImage.ts';
import { addGlow } from '../../drawing/glow.ts';
import { type Picture, PLATE, PORTRAIT } from '../picture.ts';

/** A source of circular waves. Positions and lengths are in pixels. */
interface Source {
  readonly x: number;
  readonly y: number;
}

const SODIUM = palette([
  [0, 0.14, 0.03, 60],
  [0.4, 0.34, 0.08, 55],
  [0.7, 0.68, 0.14, 68],
  [1, 0.96, 0.08, 95],
]);
const WATER = palette([
  [0, 0.15, 0.06, 262],
  [0.35, 0.33, 0.085, 245],
  [0.6, 0.52, 0.1, 222],
  [0.82, 0.8, 0.09, 190],
  [1, 0.96, 0.05, 110],
]);
const LINE = oklch(0.83, 0.13, 75);

/** Returns the height of the superposed waves at a point; amplitudes fall with the square root of the distance. */
function waveHeight(
  x: number,
  y: number,
  sources: readonly Source[],
  wavelength: number,
  phase: number,
): number {
  let sum = 0;
  for (const source of sources) {
    const distance = Math.hypot(x - source.x, y - source.y);
    sum += Math.cos((2 * Math.PI * distance) / wavelength - phase) / Math.sqrt(1 + distance / wavelength);
  }
  return sum;
}

/** Returns the double-slit experiment: two openings at the left, and the intensity on a screen at the right edge. */
function young(): LinearImage {
  const light = blackImage(PORTRAIT);
  const wavelength = 34;
  const sources = [
    { x: 60, y: 400 - 68 },
    { x: 60, y: 400 + 68 },
  ];
  const screen = 716;
  paintPixels(light, (x, y, out, at) => {
    const waves = waveHeight(Math.min(x, screen), y, sources, wavelength, 0.4);
    const difference =
      Math.hypot(screen - 60, y - sources[0]!.y) - Math.hypot(screen - 60, y - sources[1]!.y);
    const fringe = Math.cos((Math.PI * difference) / wavelength) ** 2;
    const edge = ease(x, screen - 1, screen + 1);
    const tone = (0.34 + 0.5 * waves * (0.6 + x / 900)) * (1 - edge) + (0.1 + 0.9 * fringe) * edge;
    const border = ease(Math.min(x, y, 800 - x, 800 - y), 0, 60) * 0.85 + 0.15;
    const from = SODIUM.offset(tone);
    for (let c = 0; c < 3; c++) out[at + c] = SODIUM.table[from + c]! * border;
  });
  addGlow(light, 18, 0.18);
  return light;
}

/** Returns the waves of two sources and their nodal curves: hyperbolas with the sources as foci. */
function twoSources(): LinearImage {
  const light = blackImage(PLATE);
  const wavelength = 58;
  const [a, b] = [
    { x: 800 - 145, y: 500 },
    { x: 800 + 145, y: 500 },
  ];
  paintPixels(light, (x, y, out, at) => {
    const waves = waveHeight(x, y, [a, b], wavelength, 0.9);
    const [da, db] = [Math.hypot(x - a.x, y - a.y), Math.hypot(x - b.x, y - b.y)];
    // The path difference in wavelengths; waves cancel where it is a whole number plus a half.
    const order = (da - db) / wavelength;
    const away = Math.abs(order - Math.floor(order) - 0.5) * wavelength;
    const slope = Math.hypot((x - a.x) / da - (x - b.x) / db, (y - a.y) / da - (y - b.y) / db);
    const line = 1 - ease(away / Math.max(slope, 1e-3), 1, 2.6);
    const lamp = 0.25 + 0.75 * Math.exp(-1.6 * (((x - 800) / 1100) ** 2 + ((y - 500) / 750) ** 2));
    const from = WATER.offset(0.34 + 0.62 * Math.tanh(waves * 0.95));
    for (let c = 0; c < 3; c++)
      out[at + c] = WATER.table[from + c]! * lamp * (1 - 0.75 * line) + LINE[c]! * line * 0.75;
  });
  return light;
}

const SKY = palette([
  [0, 0.16, 0.05, 275],
  [0.35, 0.3, 0.1, 300],
  [0.65, 0.6, 0.16, 380],
  [0.85, 0.8, 0.13, 420],
  [1, 0.95, 0.07, 450],
]);

/** Returns a sea at dusk from just above the surface; each wave reflects the part of the sky that it faces. */
function seaAtDusk(): LinearImage {
  const size = PLATE;
  const light = blackImage(size);
  const sources = [
    { x: -3.1, y: 7.4 },
    { x: 2.6, y: 6.2 },
    { x: 0.4, y: 12.5 },
  ];
  const wavelength = 0.46;
  const [eyeHeight, focal, horizon] = [2.1, 1150, -120];
  const height = (x: number, y: number) => waveHeight(x, y, sources, wavelength, 1.1);
  paintPixels(light, (px, py, out, at) => {
    let sums = [0, 0, 0];
    for (const [ox, oy] of [
      [-0.25, -0.25],
      [0.25, -0.25],
      [-0.25, 0.25],
      [0.25, 0.25],
    ] as const) {
      const y = (eyeHeight * focal) / (py + oy - horizon);
      const x = ((px + ox - size.width / 2) * y) / focal;
      const step = 0.02;
      // In the distance many waves share one pixel, so their slopes are averaged.
      const calm = Math.exp(-((y / 15) ** 2)) * 0.06;
      const slopeX = ((height(x + step, y) - height(x - step, y)) / (2 * step)) * calm;
      const slopeY = ((height(x, y + step) - height(x, y - step)) / (2 * step)) * calm;
      const length = Math.hypot(slopeX, slopeY, 1);
      const distance = Math.hypot(x, y, eyeHeight);
      const view = [x / distance, y / distance, -eyeHeight / distance] as const;
      const normal = [-slopeX / length, -slopeY / length, 1 / length] as const;
      const facing = view[0] * normal[0] + view[1] * normal[1] + view[2] * normal[2];
      const up = clamp(view[2] - 2 * facing * normal[2]);
      const side = view[0] - 2 * facing * normal[0];
      const reflectance = 0.04 + 0.96 * (1 - Math.abs(facing)) ** 4;
      const sun = Math.exp(-(((side + 0.16) / 0.3) ** 2 + ((up - 0.22) / 0.2) ** 2));
      const tone = clamp(0.62 * (1 - up) ** 2.6 + 0.5 * sun);
      const from = SKY.offset(tone);
      const glow = reflectance * (0.9 + 3.2 * sun);
      sums = sums.map((sum, c) => sum + (SKY.table[from + c]! * glow + DEEP[c]! * (1 - reflectance)) / 4);
    }
    for (let c = 0; c < 3; c++) out[at + c] = sums[c]!;
  });
  addGlow(light, 30, 0.25);
  return light;
}

const DEEP = oklch(0.24, 0.06, 250);

/** Portrait: Young. Figure and cover: the article on interference. */
export const pictures: readonly Picture[] = [
  { name: 'young', draw: young },
  { name: 'two-sources', draw: twoSources },
  { name: 'cover-waves', draw: seaAtDusk },
];
