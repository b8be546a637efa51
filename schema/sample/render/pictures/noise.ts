import { oklch, palette } from '../canvas/colour.ts';
import { darkness, type Light, paintPixels } from '../canvas/light.ts';
import { clamp } from '../canvas/motion.ts';
import { curlFlow } from '../mathematics/curlFlow.ts';
import { perlinNoise } from '../mathematics/perlinNoise.ts';
import { type Picture, PORTRAIT } from '../picture.ts';

const SIDE = PORTRAIT.width;

/** One octave of noise as a map of hills, with a line at every step of height. */
function perlin(): Light {
  const noise = perlinNoise(7);
  const light = darkness(PORTRAIT);
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
    const here = height(x, y);
    const [slopeX, slopeY] = [height(x + 1, y) - here, height(x, y + 1) - here];
    const slope = Math.max(1e-5, Math.hypot(slopeX, slopeY));
    const place = (here * steps) / 2;
    const off = Math.abs(place - Math.round(place)) / ((slope * steps) / 2);
    const line = clamp(1.3 - off);
    const lit = 1 - (slopeX + slopeY) * 32;
    const from = land.offset(0.5 + here * 0.62);
    for (let c = 0; c < 3; c++) out[at + c] = land.table[from + c]! * lit * (1 - 0.55 * line);
  });
  return light;
}

/** The ways of water in curl noise, as lines of ink on paper: noise itself drawn out along the flow. */
function bridson(): Light {
  const noise = perlinNoise(3);
  const flow = curlFlow(12)(0.4);
  const light = darkness(PORTRAIT);
  const paper = oklch(0.955, 0.018, 88);
  const ink = oklch(0.32, 0.11, 266);
  const speed = new Float64Array(2);
  paintPixels(light, (x, y, out, at) => {
    let sum = 0;
    let pace = 0;
    for (const sign of [-1, 1]) {
      let [u, v] = [0.3 + (x / SIDE) * 0.96, 0.02 + (y / SIDE) * 0.96];
      for (let k = 0; k < 30; k++) {
        flow(u, v, speed);
        const fast = Math.hypot(speed[0]!, speed[1]!) + 1e-6;
        pace = fast;
        u += (sign * 0.0035 * speed[0]!) / fast;
        v += (sign * 0.0035 * speed[1]!) / fast;
        sum += noise(u * 58, v * 58, 0.5);
      }
    }
    const dark = clamp(0.5 + sum / 8) ** 1.5 * clamp(0.35 + pace * 1.2);
    for (let c = 0; c < 3; c++) out[at + c] = paper[c]! * (1 - dark) + ink[c]! * dark;
  });
  return light;
}

/** Portraits of those who gave chance a shape. */
export const pictures: readonly Picture[] = [
  { name: 'perlin', draw: perlin },
  { name: 'bridson', draw: bridson },
];
