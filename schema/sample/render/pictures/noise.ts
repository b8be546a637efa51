import { oklch, palette } from '../../canvas/colour.ts';
import { clamp } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, paintPixels } from '../../canvas/linearImage.ts';
import { curlNoise } from '../../mathematics/curlNoise.ts';
import { perlinNoise } from '../../mathematics/perlinNoise.ts';
import { type Picture, PORTRAIT } from '../picture.ts';

const SIDE = PORTRAIT.width;

/** Returns one octave of noise as a height map with contour lines. */
function perlin(): LinearImage {
  const noise = perlinNoise(7);
  const light = blackImage(PORTRAIT);
  const land = palette([
    [0, 0.3, 0.09, 300],
    [0.35, 0.5, 0.14, 338],
    [0.5, 0.68, 0.15, 380],
    [0.7, 0.83, 0.12, 425],
    [1, 0.96, 0.06, 455],
  ]);
  const height = (x: number, y: number) => noise((x / SIDE) * 5 + 0.4, (y / SIDE) * 5 + 0.3, 0.37);
  const steps = 18;
  paintPixels(light, (x, y, out, at) => {
    const level = height(x, y);
    const [slopeX, slopeY] = [height(x + 1, y) - level, height(x, y + 1) - level];
    const slope = Math.max(1e-5, Math.hypot(slopeX, slopeY));
    const line = (level * steps) / 2;
    const lineDistance = Math.abs(line - Math.round(line)) / ((slope * steps) / 2);
    const lineStrength = clamp(1.3 - lineDistance);
    const lit = 1 - (slopeX + slopeY) * 32;
    const from = land.offset(0.5 + level * 0.62);
    for (let c = 0; c < 3; c++) out[at + c] = land.table[from + c]! * lit * (1 - 0.55 * lineStrength);
  });
  return light;
}

/** Returns the streamlines of curl noise as lines of ink on paper (line integral convolution). */
function bridson(): LinearImage {
  const noise = perlinNoise(3);
  const flow = curlNoise(12)(0.4);
  const light = blackImage(PORTRAIT);
  const paper = oklch(0.955, 0.018, 88);
  const ink = oklch(0.32, 0.11, 266);
  const velocity = new Float64Array(2);
  paintPixels(light, (x, y, out, at) => {
    let sum = 0;
    let flowSpeed = 0;
    for (const sign of [-1, 1]) {
      let [u, v] = [0.3 + (x / SIDE) * 0.96, 0.02 + (y / SIDE) * 0.96];
      for (let k = 0; k < 30; k++) {
        flow(u, v, velocity);
        const speed = Math.hypot(velocity[0]!, velocity[1]!) + 1e-6;
        flowSpeed = speed;
        u += (sign * 0.0035 * velocity[0]!) / speed;
        v += (sign * 0.0035 * velocity[1]!) / speed;
        sum += noise(u * 58, v * 58, 0.5);
      }
    }
    const dark = clamp(0.5 + sum / 8) ** 1.5 * clamp(0.35 + flowSpeed * 1.2);
    for (let c = 0; c < 3; c++) out[at + c] = paper[c]! * (1 - dark) + ink[c]! * dark;
  });
  return light;
}

/** Portraits: Perlin and Bridson. */
export const pictures: readonly Picture[] = [
  { name: 'perlin', draw: perlin },
  { name: 'bridson', draw: bridson },
];
