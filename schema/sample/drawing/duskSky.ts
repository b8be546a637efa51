import { oklch, palette } from '../canvas/colour.ts';
import { clamp } from '../canvas/easing.ts';
import { blackImage, type LinearImage, type Size } from '../canvas/linearImage.ts';
import { seededRandom } from '../canvas/random.ts';

/** From the zenith (0) to the horizon (1). */
const SKY = palette([
  [0, 0.66, 0.075, 272],
  [0.3, 0.76, 0.065, 305],
  [0.55, 0.85, 0.075, 375],
  [0.8, 0.9, 0.085, 415],
  [1, 0.94, 0.075, 440],
]);
const SUN = oklch(0.97, 0.09, 82);
const HILLS = [oklch(0.74, 0.075, 10), oklch(0.6, 0.075, 345), oklch(0.42, 0.065, 318)];
const MIST = SKY.at(0.9);

/**
 * Returns the height of a skyline by horizontal position: a sum of sine waves with random phases and falling
 * amplitudes.
 */
function skyline(seed: number): (across: number) => number {
  const random = seededRandom(seed);
  const waves = Array.from({ length: 9 }, (_, k) => ({
    frequency: 1.3 * 1.75 ** k * (0.8 + 0.4 * random()),
    phase: random() * 2 * Math.PI,
    height: 0.62 ** k,
  }));
  return (across) =>
    waves.reduce(
      (sum, { frequency, phase, height }) => sum + height * Math.sin(across * frequency + phase),
      0,
    );
}

/** Returns a sky after sunset above three ranges of hills. */
export function duskSky(size: Size): LinearImage {
  const light = blackImage(size);
  const { width, height, data } = light;
  const skylines = [skyline(3), skyline(11), skyline(29)];
  const edges = skylines.map((line, k) =>
    Float32Array.from({ length: width }, (_, x) => {
      const across = ((x + 0.5) / width) * 5;
      return height * ([0.845, 0.895, 0.955][k]! - [0.02, 0.021, 0.019][k]! * line(across));
    }),
  );
  for (let y = 0, at = 0; y < height; y++) {
    const elevation = ((y + 0.5) / height / 0.86) ** 1.1;
    for (let x = 0; x < width; x++, at += 3) {
      const across = (x + 0.5 - width * 0.36) / height;
      const down = (y + 0.5 - height * 0.7) / height;
      const distance = Math.sqrt(across * across + down * down);
      const disc = clamp((0.088 - distance) * height * 0.8 + 0.5);
      const halo = 0.3 * Math.exp(-distance * 3.2) + 0.35 * Math.exp(-distance * 9);
      const from = SKY.offset(elevation + 0.1 * Math.exp(-distance * 2));
      for (let c = 0; c < 3; c++)
        data[at + c] = SKY.table[from + c]! * (1 - disc) + SUN[c]! * (disc + halo * 0.6);
      for (let k = 0; k < 3; k++) {
        const depth = y - edges[k]![x]!;
        if (depth <= -1) continue;
        const cover = clamp(depth + 1);
        const mist = clamp(depth / (height * 0.1)) * 0.35;
        for (let c = 0; c < 3; c++) {
          const hill = HILLS[k]![c]! * (1 - mist) + MIST[c]! * 0.75 * mist;
          data[at + c] = data[at + c]! * (1 - cover) + hill * cover;
        }
      }
    }
  }
  return light;
}
