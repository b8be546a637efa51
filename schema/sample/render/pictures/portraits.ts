import { oklch, palette, type Rgb } from '../../canvas/colour.ts';
import { mix } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, paintPixels } from '../../canvas/linearImage.ts';
import { absorptionOf } from '../../drawing/ink.ts';
import { addStroke } from '../../drawing/stroke.ts';
import { applyCliffordMap } from '../../mathematics/cliffordMap.ts';
import { escapeTime } from '../../mathematics/escapeTime.ts';
import { flock } from '../../mathematics/flock.ts';
import { STEPS_PER_SECOND } from '../../mathematics/flockRules.ts';
import { type Picture, PORTRAIT } from '../picture.ts';

/** Returns a plain background, slightly darker towards its edges. */
function background(centre: Rgb, edge: Rgb): LinearImage {
  const light = blackImage(PORTRAIT);
  paintPixels(light, (x, y, out, at) => {
    const lamp = Math.exp(-1.6 * (((x - 360) / 800) ** 2 + ((y - 330) / 800) ** 2));
    for (let c = 0; c < 3; c++) out[at + c] = mix(edge[c]!, centre[c]!, lamp);
  });
  return light;
}

/** Prints ink on a background: each component is attenuated by the absorption of the ink. */
function printInk(light: LinearImage, ink: LinearImage): LinearImage {
  for (let i = 0; i < light.data.length; i++) light.data[i] = light.data[i]! * Math.exp(-ink.data[i]!);
  return light;
}

/** Returns a flock soon after its rules begin, each bird as an arrowhead. */
function reynolds(): LinearImage {
  const light = background(oklch(0.93, 0.045, 80), oklch(0.84, 0.07, 50));
  const ink = blackImage(PORTRAIT);
  const { count, positions, velocities } = flock(560, 87)(STEPS_PER_SECOND * 6.2);
  const centre = [0, 0];
  for (let i = 0; i < count * 3; i += 3) {
    centre[0] = centre[0]! + positions[i]! / count;
    centre[1] = centre[1]! + positions[i + 2]! / count;
  }
  const dark = absorptionOf(oklch(0.32, 0.1, 300));
  for (let i = 0; i < count * 3; i += 3) {
    const x = 370 + (positions[i]! - centre[0]!) * 17.5;
    const y = 400 - (positions[i + 2]! - centre[1]!) * 17.5;
    const angle = Math.atan2(-velocities[i + 2]!, velocities[i]!);
    const at = (turn: number, distance: number) =>
      [x + Math.cos(angle + turn) * distance, y + Math.sin(angle + turn) * distance] as const;
    addStroke(ink, [at(2.5, 10), at(0, 11), at(-2.5, 10)], dark, 2.6);
  }
  return printInk(light, ink);
}

const SMOKE = palette([
  [0, 0.15, 0.03, 300],
  [0.3, 0.4, 0.07, 320],
  [0.65, 0.72, 0.09, 370],
  [1, 0.96, 0.05, 430],
]);

/** Returns a Clifford attractor after thirty folds. */
function pickover(): LinearImage {
  const light = blackImage(PORTRAIT);
  const side = 1300;
  const positions = new Float32Array(side * side * 2);
  for (let i = 0; i < side * side; i++) {
    positions[i * 2] = ((i % side) / side) * 3 - 1.5;
    positions[i * 2 + 1] = (Math.floor(i / side) / side) * 3 - 1.5;
  }
  applyCliffordMap(positions, new Float32Array(positions.length), [-1.4, 1.6, 1, 0.7], 30);
  const counts = new Float32Array(800 * 800);
  for (let i = 0; i < positions.length; i += 2) {
    const x = Math.floor(400 + positions[i]! * 178);
    const y = Math.floor(400 + positions[i + 1]! * 205);
    if (x >= 0 && y >= 0 && x < 800 && y < 800) counts[y * 800 + x] = counts[y * 800 + x]! + 1;
  }
  for (let i = 0; i < counts.length; i++) {
    const from = SMOKE.offset(Math.log1p(counts[i]!) / 4.3);
    for (let c = 0; c < 3; c++) light.data[i * 3 + c] = SMOKE.table[from + c]!;
  }
  return light;
}

/** Returns a Lissajous curve from two frequencies and a phase difference. */
function lissajousPoints(across: number, up: number, phase: number, radius: number, x: number, y: number) {
  return Array.from({ length: 721 }, (_, i) => {
    const t = (2 * Math.PI * i) / 720;
    return [x + radius * Math.sin(across * t), y - radius * Math.sin(up * t + phase)] as const;
  });
}

function lissajous(): LinearImage {
  const light = background(oklch(0.34, 0.13, 264), oklch(0.23, 0.1, 270));
  const line = blackImage(PORTRAIT);
  addStroke(line, lissajousPoints(3, 2, 0.08, 300, 400, 400), oklch(0.88, 0.13, 80), 5);
  for (let i = 0; i < light.data.length; i++) light.data[i] = light.data[i]! + Math.min(1, line.data[i]!);
  return light;
}

/** Returns a table of Lissajous curves with the ratios from 1:1 to 5:5. */
function bowditch(): LinearImage {
  const light = background(oklch(0.94, 0.03, 95), oklch(0.87, 0.045, 85));
  const ink = blackImage(PORTRAIT);
  for (let row = 1; row <= 5; row++)
    for (let column = 1; column <= 5; column++) {
      const colour = absorptionOf(oklch(0.42, 0.12, 195 + (column - row) * 22));
      addStroke(
        ink,
        lissajousPoints(column, row, Math.PI / 3, 54, 400 + (column - 3) * 142, 400 + (row - 3) * 142),
        colour,
        2.4,
      );
    }
  return printInk(light, ink);
}

/** Returns the epicycles of the first seven terms of a square wave, and the wave that they draw. */
function fourier(): LinearImage {
  const light = background(oklch(0.93, 0.035, 150), oklch(0.84, 0.06, 165));
  const ink = blackImage(PORTRAIT);
  const green = absorptionOf(oklch(0.4, 0.09, 165));
  const red = absorptionOf(oklch(0.58, 0.2, 30));
  const height = (angle: number) =>
    [1, 3, 5, 7, 9, 11, 13].reduce((sum, k) => sum + ((4 / Math.PI) * Math.sin(k * angle)) / k, 0);
  const angle = 0.95;
  let [x, y] = [245, 400];
  const arm: (readonly [number, number])[] = [[x, y]];
  for (const k of [1, 3, 5, 7, 9, 11, 13]) {
    const radius = (4 / Math.PI / k) * 130;
    const ring = Array.from({ length: 181 }, (_, i) => [
      x + radius * Math.cos((i * Math.PI) / 90),
      y + radius * Math.sin((i * Math.PI) / 90),
    ]) as [number, number][];
    addStroke(ink, ring, absorptionOf(oklch(0.6, 0.05, 165), 0.8), 1.8);
    x += radius * Math.cos(k * angle);
    y -= radius * Math.sin(k * angle);
    arm.push([x, y]);
  }
  const wave = Array.from(
    { length: 600 },
    (_, i) => [450 + i * 0.5, 400 - 130 * height(angle - i / 48)] as const,
  );
  addStroke(ink, wave, green, 4);
  addStroke(ink, [arm.at(-1)!, wave[0]!], absorptionOf(oklch(0.6, 0.1, 30), 0.6), 1.4);
  addStroke(ink, arm, red, 3);
  return printInk(light, ink);
}

const BAND_COLOURS = palette([
  [0, 0.95, 0.04, 95],
  [0.3, 0.82, 0.12, 80],
  [0.55, 0.58, 0.15, 35],
  [0.8, 0.35, 0.12, -20],
  [1, 0.25, 0.08, -60],
]);
const INTERIOR = oklch(0.14, 0.04, 300);

/** Returns the whole Mandelbrot set with nine samples per pixel. */
function mandelbrot(): LinearImage {
  const light = blackImage(PORTRAIT);
  const direction = new Float64Array(2);
  paintPixels(light, (x, y, out, at) => {
    for (let k = 0; k < 9; k++) {
      const cx = -0.72 + (x + ((k % 3) - 1) / 3 - 400) * 0.0034;
      const cy = (400 - y - (Math.floor(k / 3) - 1) / 3) * 0.0034;
      const time = escapeTime(cx, cy, direction);
      const from = BAND_COLOURS.offset(0.36 * Math.log(Math.max(1, time + 1)) - 0.1);
      const lit = (0.6 + 0.4 * (direction[1]! * 0.8 - direction[0]! * 0.6)) / 9;
      for (let c = 0; c < 3; c++)
        out[at + c] = out[at + c]! + (time < 0 ? INTERIOR[c]! / 9 : BAND_COLOURS.table[from + c]! * lit);
    }
  });
  return light;
}

/** Portraits of the people behind boids, the Clifford attractor, Lissajous curves, epicycles and the Mandelbrot set. */
export const pictures: readonly Picture[] = [
  { name: 'reynolds', draw: reynolds },
  { name: 'pickover', draw: pickover },
  { name: 'lissajous', draw: lissajous },
  { name: 'bowditch', draw: bowditch },
  { name: 'fourier', draw: fourier },
  { name: 'mandelbrot', draw: mandelbrot },
];
