import { palette } from '../canvas/colour.ts';
import { darkness, type Light, type Size } from '../canvas/light.ts';
import { clamp, ease, mix } from '../canvas/motion.ts';
import { addGlow } from '../drawing/glow.ts';
import type { Figure } from '../figure.ts';
import { fold, type Numbers } from '../mathematics/foldedSheet.ts';
import { foldSound } from '../sound/foldSound.ts';

const DURATION = 15;
const FPS = 24;
/** Points of the sheet across and down. */
const SHEET = 1120;

/** The numbers at moments of the film, in seconds; between them they glide. */
const STATIONS: readonly (readonly [at: number, numbers: Numbers])[] = [
  [0, [-1.4, 1.6, 1.0, 0.7]],
  [3.4, [-1.4, 1.6, 1.03, 0.71]],
  [8.4, [-1.55, 1.8, 1.6, 0.85]],
  [15, [-1.36, 1.73, 1.42, 0.48]],
];

/** Smoke: from thin to thick. */
const SMOKE = palette([
  [0, 0.13, 0.03, 190],
  [0.25, 0.34, 0.07, 178],
  [0.5, 0.58, 0.1, 165],
  [0.75, 0.82, 0.095, 140],
  [1, 0.97, 0.05, 100],
]);
const EMBER = palette([
  [0, 0.13, 0.03, 40],
  [0.3, 0.36, 0.09, 35],
  [0.6, 0.66, 0.14, 48],
  [1, 0.95, 0.09, 80],
]);

function numbersAt(time: number): Numbers {
  let index = 0;
  while (index < STATIONS.length - 2 && time > STATIONS[index + 1]![0]) index += 1;
  const [from, to] = [STATIONS[index]!, STATIONS[index + 1]!];
  const share = clamp((time - from[0]) / (to[0] - from[0]));
  const s = 0.5 - 0.5 * Math.cos(Math.PI * share);
  return from[1].map((value, k) => mix(value, to[1][k]!, s)) as unknown as Numbers;
}

/** The sheet is folded once at a time, then the folds follow one another, up to this many. */
function foldsAt(time: number): number {
  const counted = ease(time, 0.9, 1.9) + ease(time, 2.2, 3.1) + ease(time, 3.3, 4.1);
  return counted + ease(time, 4.3, 5.1) + ease(time, 5.3, 6.1);
}

function begin(size: Size): (frame: number) => Light {
  const side = Math.round(SHEET * Math.min(1, (size.width / 1280) * 1.4));
  const places = new Float32Array(side * side * 2);
  const before = new Float32Array(side * side * 2);
  const cells = size.width * size.height;
  const density = new Float32Array(cells);
  const warmth = new Float32Array(cells);
  const light = darkness(size);
  return (frame) => {
    const time = frame / FPS;
    const folds = foldsAt(time);
    const one = (side * side) / cells;
    spread(places, side);
    fold(places, before, numbersAt(time), folds);
    density.fill(0);
    warmth.fill(0);
    strew(density, warmth, size, places, before, time);
    soften(density, size, one);
    soften(warmth, size, one);
    const shown = ease(time, 0, 1) * (1 - ease(time, 13.4, 14.9));
    for (let i = 0, at = 0; i < cells; i++, at += 3) {
      const thick = density[i]! / one;
      const tone = Math.log1p(thick * 2.2) / 4.4;
      const warm = density[i]! > 0 ? clamp(warmth[i]! / density[i]!) : 0;
      const cool = SMOKE.offset(tone);
      const hot = EMBER.offset(tone);
      for (let c = 0; c < 3; c++)
        light.data[at + c] = mix(SMOKE.table[cool + c]!, EMBER.table[hot + c]!, warm) * shown;
    }
    addGlow(light, (30 * size.height) / 720, 0.16);
    return light;
  };
}

/** An even square sheet, whose fine regular rows are hidden by shifting each a golden share. */
function spread(places: Float32Array, side: number): void {
  for (let row = 0, i = 0; row < side; row++)
    for (let column = 0; column < side; column++, i += 2) {
      places[i] = (((column + ((row * 0.618034) % 1)) / side) * 2 - 1) * 1.5;
      places[i + 1] = (((row + 0.5) / side) * 2 - 1) * 1.5;
    }
}

/** Counts the points of each pixel, and how far each point's last step went. */
function strew(
  density: Float32Array,
  warmth: Float32Array,
  { width, height }: Size,
  places: Float32Array,
  before: Float32Array,
  time: number,
): void {
  const scale = (height / 720) * mix(204, 181, ease(time, 4.4, 7.4));
  const turn = mix(-0.12, 0.1, ease(time, -2, 17));
  const [cos, sin] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
  for (let i = 0; i < places.length; i += 2) {
    const [x, y] = [places[i]!, places[i + 1]!];
    const px = width / 2 + x * cos - y * sin - 0.5;
    const py = height / 2 + x * sin + y * cos - 0.5;
    const left = Math.floor(px);
    const top = Math.floor(py);
    if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) continue;
    const [fx, fy] = [px - left, py - top];
    const at = top * width + left;
    const warm = clamp(0.5 + 0.5 * (before[i]! * 0.7 - before[i + 1]! * 0.45));
    const [a, b, c, d] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy];
    density[at] = density[at]! + a;
    density[at + 1] = density[at + 1]! + b;
    density[at + width] = density[at + width]! + c;
    density[at + width + 1] = density[at + width + 1]! + d;
    warmth[at] = warmth[at]! + a * warm;
    warmth[at + 1] = warmth[at + 1]! + b * warm;
    warmth[at + width] = warmth[at + width]! + c * warm;
    warmth[at + width + 1] = warmth[at + width + 1]! + d * warm;
  }
}

/** Evens out the grain where points lie so thin that each is seen, and leaves thick smoke sharp. */
function soften(field: Float32Array, { width, height }: Size, one: number): void {
  const sharp = field.slice();
  for (const step of [1, width, 2, 2 * width]) {
    const from = field.slice();
    for (let i = 2 * width; i < width * (height - 2); i++)
      field[i] = 0.25 * from[i - step]! + 0.5 * from[i]! + 0.25 * from[i + step]!;
  }
  for (let i = 0; i < field.length; i++) {
    const thick = Math.max(sharp[i]! * 0.4, field[i]!) / one;
    const keep = (thick * thick) / (thick * thick + 5);
    field[i] = field[i]! + (sharp[i]! - field[i]!) * keep;
  }
}

/** A sheet of points folded into smoke. */
export const figure: Figure = {
  name: 'clifford',
  title: 'The Clifford attractor',
  createdAt: '2026-05-11T09:00:00Z',
  policy: 'public',
  duration: DURATION,
  fps: FPS,
  segment: 3.75,
  quality: [37, 37.5],
  preview: 4,
  texts: [
    { language: 'en', label: 'English (captions)', closedCaptions: true },
    { language: 'fr', label: 'Français', closedCaptions: false },
  ],
  begin,
  sound: () => foldSound(DURATION, numbersAt, foldsAt),
};
