import { clamp, ease, mix } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, type Size } from '../../canvas/linearImage.ts';
import { addGlow } from '../../drawing/glow.ts';
import { EMBER, SMOKE } from '../../drawing/palettes/clifford.ts';
import { applyCliffordMap, type CliffordParameters } from '../../mathematics/cliffordMap.ts';
import type { Film } from '../film.ts';
import { foldSound } from '../sound/foldSound.ts';

const DURATION_SECONDS = 15;
const FPS = 24;
/** The number of points along each side of the sheet. */
const SHEET_SIDE = 1120;

/** The parameters of the map at times in seconds; between them they are interpolated. */
const KEYFRAMES: readonly (readonly [at: number, parameters: CliffordParameters])[] = [
  [0, [-1.4, 1.6, 1.0, 0.7]],
  [3.4, [-1.4, 1.6, 1.03, 0.71]],
  [8.4, [-1.55, 1.8, 1.6, 0.85]],
  [15, [-1.36, 1.73, 1.42, 0.48]],
];

function parametersAt(time: number): CliffordParameters {
  let index = 0;
  while (index < KEYFRAMES.length - 2 && time > KEYFRAMES[index + 1]![0]) index += 1;
  const [from, to] = [KEYFRAMES[index]!, KEYFRAMES[index + 1]!];
  const share = clamp((time - from[0]) / (to[0] - from[0]));
  const s = 0.5 - 0.5 * Math.cos(Math.PI * share);
  return from[1].map((value, k) => mix(value, to[1][k]!, s)) as unknown as CliffordParameters;
}

/** Returns the number of folds at a time; the part after the decimal point is a fold in progress. */
function foldsAt(time: number): number {
  const folds = ease(time, 0.9, 1.9) + ease(time, 2.2, 3.1) + ease(time, 3.3, 4.1);
  return folds + ease(time, 4.3, 5.1) + ease(time, 5.3, 6.1);
}

function createRenderer(size: Size): (frame: number) => LinearImage {
  const side = Math.round(SHEET_SIDE * Math.min(1, (size.width / 1280) * 1.4));
  const positions = new Float32Array(side * side * 2);
  const before = new Float32Array(side * side * 2);
  const cells = size.width * size.height;
  const density = new Float32Array(cells);
  const warmth = new Float32Array(cells);
  const light = blackImage(size);
  return (frame) => {
    const time = frame / FPS;
    const foldCount = foldsAt(time);
    const meanDensity = (side * side) / cells;
    fillSheet(positions, side);
    applyCliffordMap(positions, before, parametersAt(time), foldCount);
    density.fill(0);
    warmth.fill(0);
    countPoints(density, warmth, size, positions, before, time);
    blurThinAreas(density, size, meanDensity);
    blurThinAreas(warmth, size, meanDensity);
    const fade = ease(time, 0, 1) * (1 - ease(time, 13.4, 14.9));
    for (let i = 0, at = 0; i < cells; i++, at += 3) {
      const relativeDensity = density[i]! / meanDensity;
      const tone = Math.log1p(relativeDensity * 2.2) / 4.4;
      const warm = density[i]! > 0 ? clamp(warmth[i]! / density[i]!) : 0;
      const cool = SMOKE.offset(tone);
      const hot = EMBER.offset(tone);
      for (let c = 0; c < 3; c++)
        light.data[at + c] = mix(SMOKE.table[cool + c]!, EMBER.table[hot + c]!, warm) * fade;
    }
    addGlow(light, (30 * size.height) / 720, 0.16);
    return light;
  };
}

/** Fills a square sheet with points. Each row is shifted by a golden-ratio fraction to hide the regular grid. */
function fillSheet(positions: Float32Array, side: number): void {
  for (let row = 0, i = 0; row < side; row++)
    for (let column = 0; column < side; column++, i += 2) {
      positions[i] = (((column + ((row * 0.618034) % 1)) / side) * 2 - 1) * 1.5;
      positions[i + 1] = (((row + 0.5) / side) * 2 - 1) * 1.5;
    }
}

/** Counts the points in each pixel, and sums the length of the last step of each point. */
function countPoints(
  density: Float32Array,
  warmth: Float32Array,
  { width, height }: Size,
  positions: Float32Array,
  before: Float32Array,
  time: number,
): void {
  const scale = (height / 720) * mix(204, 181, ease(time, 4.4, 7.4));
  const turn = mix(-0.12, 0.1, ease(time, -2, 17));
  const [cos, sin] = [Math.cos(turn) * scale, Math.sin(turn) * scale];
  for (let i = 0; i < positions.length; i += 2) {
    const [x, y] = [positions[i]!, positions[i + 1]!];
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

/** Blurs thin areas, where single points are visible, and keeps dense areas sharp. */
function blurThinAreas(field: Float32Array, { width, height }: Size, meanDensity: number): void {
  const sharp = field.slice();
  for (const step of [1, width, 2, 2 * width]) {
    const from = field.slice();
    for (let i = 2 * width; i < width * (height - 2); i++)
      field[i] = 0.25 * from[i - step]! + 0.5 * from[i]! + 0.25 * from[i + step]!;
  }
  for (let i = 0; i < field.length; i++) {
    const relativeDensity = Math.max(sharp[i]! * 0.4, field[i]!) / meanDensity;
    const sharpness = (relativeDensity * relativeDensity) / (relativeDensity * relativeDensity + 5);
    field[i] = field[i]! + (sharp[i]! - field[i]!) * sharpness;
  }
}

/** A Clifford attractor: a sheet of points folded into smoke. */
export const film: Film = {
  name: 'clifford',
  title: 'The Clifford attractor',
  createdAt: '2026-05-11T09:00:00Z',
  policy: 'public',
  duration: DURATION_SECONDS,
  fps: FPS,
  segmentDuration: 3.75,
  crf: [34.5, 39.5, 37.5],
  previewStart: 4,
  textTracks: [
    { language: 'en', label: 'English (captions)', isClosedCaptions: true },
    { language: 'fr', label: 'Français', isClosedCaptions: false },
  ],
  createRenderer,
  sound: () => foldSound(DURATION_SECONDS, parametersAt, foldsAt),
};
