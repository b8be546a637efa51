import { oklch, palette, type Rgb } from '../canvas/colour.ts';
import { darkness, type Light, paintPixels } from '../canvas/light.ts';
import { mix } from '../canvas/motion.ts';
import { addStroke } from '../drawing/stroke.ts';
import { roundsToEscape } from '../mathematics/boundary.ts';
import { flock } from '../mathematics/flock.ts';
import { fold } from '../mathematics/foldedSheet.ts';
import { type Picture, PORTRAIT } from '../picture.ts';

/** An even ground, a little darker towards its edges. */
function ground(middle: Rgb, edge: Rgb): Light {
  const light = darkness(PORTRAIT);
  paintPixels(light, (x, y, out, at) => {
    const lamp = Math.exp(-1.6 * (((x - 360) / 800) ** 2 + ((y - 330) / 800) ** 2));
    for (let c = 0; c < 3; c++) out[at + c] = mix(edge[c]!, middle[c]!, lamp);
  });
  return light;
}

/** Lays ink over a ground: what it takes away is told by each component's share. */
function print(light: Light, ink: Light): Light {
  for (let i = 0; i < light.data.length; i++) light.data[i] = light.data[i]! * Math.exp(-ink.data[i]!);
  return light;
}

function inkOf(colour: Rgb, strength = 1): Rgb {
  const [red, green, blue] = colour.map((part) => -Math.log(Math.max(0.004, part)) * strength);
  return [red!, green!, blue!];
}

/** A flock that has just found its three rules, each bird as an arrowhead. */
function reynolds(): Light {
  const light = ground(oklch(0.93, 0.045, 80), oklch(0.84, 0.07, 50));
  const ink = darkness(PORTRAIT);
  const { count, places, ways } = flock(560, 87)(48 * 6.2);
  const middle = [0, 0];
  for (let i = 0; i < count * 3; i += 3) {
    middle[0] = middle[0]! + places[i]! / count;
    middle[1] = middle[1]! + places[i + 2]! / count;
  }
  const dark = inkOf(oklch(0.32, 0.1, 300));
  for (let i = 0; i < count * 3; i += 3) {
    const x = 370 + (places[i]! - middle[0]!) * 17.5;
    const y = 400 - (places[i + 2]! - middle[1]!) * 17.5;
    const angle = Math.atan2(-ways[i + 2]!, ways[i]!);
    const at = (turn: number, away: number) =>
      [x + Math.cos(angle + turn) * away, y + Math.sin(angle + turn) * away] as const;
    addStroke(ink, [at(2.5, 10), at(0, 11), at(-2.5, 10)], dark, 2.6);
  }
  return print(light, ink);
}

const SMOKE = palette([
  [0, 0.15, 0.03, 300],
  [0.3, 0.4, 0.07, 320],
  [0.65, 0.72, 0.09, 370],
  [1, 0.96, 0.05, 430],
]);

/** One attractor, folded thirty times. */
function pickover(): Light {
  const light = darkness(PORTRAIT);
  const side = 1300;
  const places = new Float32Array(side * side * 2);
  for (let i = 0; i < side * side; i++) {
    places[i * 2] = ((i % side) / side) * 3 - 1.5;
    places[i * 2 + 1] = (Math.floor(i / side) / side) * 3 - 1.5;
  }
  fold(places, new Float32Array(places.length), [-1.4, 1.6, 1, 0.7], 30);
  const counts = new Float32Array(800 * 800);
  for (let i = 0; i < places.length; i += 2) {
    const x = Math.floor(400 + places[i]! * 178);
    const y = Math.floor(400 + places[i + 1]! * 205);
    if (x >= 0 && y >= 0 && x < 800 && y < 800) counts[y * 800 + x] = counts[y * 800 + x]! + 1;
  }
  for (let i = 0; i < counts.length; i++) {
    const from = SMOKE.offset(Math.log1p(counts[i]!) / 4.3);
    for (let c = 0; c < 3; c++) light.data[i * 3 + c] = SMOKE.table[from + c]!;
  }
  return light;
}

/** A line of so many swings across and so many up and down, the second ahead by a phase. */
function swung(across: number, up: number, phase: number, reach: number, x: number, y: number) {
  return Array.from({ length: 721 }, (_, i) => {
    const t = (2 * Math.PI * i) / 720;
    return [x + reach * Math.sin(across * t), y - reach * Math.sin(up * t + phase)] as const;
  });
}

function lissajous(): Light {
  const light = ground(oklch(0.34, 0.13, 264), oklch(0.23, 0.1, 270));
  const line = darkness(PORTRAIT);
  addStroke(line, swung(3, 2, 0.08, 300, 400, 400), oklch(0.88, 0.13, 80), 5);
  for (let i = 0; i < light.data.length; i++) light.data[i] = light.data[i]! + Math.min(1, line.data[i]!);
  return light;
}

/** Ratios from one to one up to five to five, as a table. */
function bowditch(): Light {
  const light = ground(oklch(0.94, 0.03, 95), oklch(0.87, 0.045, 85));
  const ink = darkness(PORTRAIT);
  for (let row = 1; row <= 5; row++)
    for (let column = 1; column <= 5; column++) {
      const colour = inkOf(oklch(0.42, 0.12, 195 + (column - row) * 22));
      addStroke(
        ink,
        swung(column, row, Math.PI / 3, 54, 400 + (column - 3) * 142, 400 + (row - 3) * 142),
        colour,
        2.4,
      );
    }
  return print(light, ink);
}

/** Seven circles of a square wave, and the wave they draw. */
function fourier(): Light {
  const light = ground(oklch(0.93, 0.035, 150), oklch(0.84, 0.06, 165));
  const ink = darkness(PORTRAIT);
  const green = inkOf(oklch(0.4, 0.09, 165));
  const red = inkOf(oklch(0.58, 0.2, 30));
  const height = (angle: number) =>
    [1, 3, 5, 7, 9, 11, 13].reduce((sum, k) => sum + ((4 / Math.PI) * Math.sin(k * angle)) / k, 0);
  const angle = 0.95;
  let [x, y] = [245, 400];
  const arm: (readonly [number, number])[] = [[x, y]];
  for (const k of [1, 3, 5, 7, 9, 11, 13]) {
    const reach = (4 / Math.PI / k) * 130;
    const ring = Array.from({ length: 181 }, (_, i) => [
      x + reach * Math.cos((i * Math.PI) / 90),
      y + reach * Math.sin((i * Math.PI) / 90),
    ]) as [number, number][];
    addStroke(ink, ring, inkOf(oklch(0.6, 0.05, 165), 0.8), 1.8);
    x += reach * Math.cos(k * angle);
    y -= reach * Math.sin(k * angle);
    arm.push([x, y]);
  }
  const wave = Array.from(
    { length: 600 },
    (_, i) => [450 + i * 0.5, 400 - 130 * height(angle - i / 48)] as const,
  );
  addStroke(ink, wave, green, 4);
  addStroke(ink, [arm.at(-1)!, wave[0]!], inkOf(oklch(0.6, 0.1, 30), 0.6), 1.4);
  addStroke(ink, arm, red, 3);
  return print(light, ink);
}

const BANDS = palette([
  [0, 0.95, 0.04, 95],
  [0.3, 0.82, 0.12, 80],
  [0.55, 0.58, 0.15, 35],
  [0.8, 0.35, 0.12, -20],
  [1, 0.25, 0.08, -60],
]);
const STAYS = oklch(0.14, 0.04, 300);

/** The whole set; every pixel is the mean of nine places. */
function mandelbrot(): Light {
  const light = darkness(PORTRAIT);
  const slope = new Float64Array(2);
  paintPixels(light, (x, y, out, at) => {
    for (let k = 0; k < 9; k++) {
      const cx = -0.72 + (x + ((k % 3) - 1) / 3 - 400) * 0.0034;
      const cy = (400 - y - (Math.floor(k / 3) - 1) / 3) * 0.0034;
      const rounds = roundsToEscape(cx, cy, slope);
      const from = BANDS.offset(0.36 * Math.log(Math.max(1, rounds + 1)) - 0.1);
      const lit = (0.6 + 0.4 * (slope[1]! * 0.8 - slope[0]! * 0.6)) / 9;
      for (let c = 0; c < 3; c++)
        out[at + c] = out[at + c]! + (rounds < 0 ? STAYS[c]! / 9 : BANDS.table[from + c]! * lit);
    }
  });
  return light;
}

/** The people of the flock, the folded sheet, the knot, the circles and the shore. */
export const pictures: readonly Picture[] = [
  { name: 'reynolds', draw: reynolds },
  { name: 'pickover', draw: pickover },
  { name: 'lissajous', draw: lissajous },
  { name: 'bowditch', draw: bowditch },
  { name: 'fourier', draw: fourier },
  { name: 'mandelbrot', draw: mandelbrot },
];
