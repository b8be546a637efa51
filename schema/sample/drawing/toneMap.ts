import type { LinearImage } from '../canvas/linearImage.ts';

const CURVE_SIZE = 4096;

/**
 * The sRGB transfer function (IEC 61966-2-1) from linear light 0…1 to 0…255, tabulated by the square root of the light.
 */
const CURVE = Float32Array.from({ length: CURVE_SIZE + 2 }, (_, i) => {
  const linear = (i / CURVE_SIZE) ** 2;
  return 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
});

/** The light above which values are compressed. */
const SHOULDER = 0.6;

/**
 * Converts linear light to 8-bit sRGB. Light beyond white is compressed with the ratio of the components kept, so that
 * bright colours keep their hue. Each pixel is dithered by half a step against banding.
 * @param light three floats per pixel
 * @param exposure a factor for all values
 * @param bytes the output, three bytes per pixel; a new array by default
 */
export function toneMap(
  light: LinearImage,
  exposure = 1,
  bytes = new Uint8Array(light.data.length),
): Uint8Array<ArrayBufferLike> {
  const { data, width, height } = light;
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3)
      toneMapPixel(
        data[at]! * exposure,
        data[at + 1]! * exposure,
        data[at + 2]! * exposure,
        dither(x, y),
        bytes,
        at,
      );
  return bytes;
}

/**
 * Converts the linear light of one pixel, and writes three bytes to `bytes` from index `at`.
 * @param noise 0 to 1; added before rounding down
 */
export function toneMapPixel(
  red: number,
  green: number,
  blue: number,
  noise: number,
  bytes: Uint8Array | Uint8ClampedArray,
  at: number,
): void {
  const peak = Math.max(red, green, blue);
  const compressed =
    peak > SHOULDER ? 1 - (1 - SHOULDER) * Math.exp((SHOULDER - peak) / (1 - SHOULDER)) : peak;
  const scale = peak > SHOULDER ? compressed / peak : 1;
  const white = peak > 1.5 ? 0.65 * (1 - Math.exp((1.5 - peak) / 4)) : 0;
  bytes[at] = encode(red * scale + (compressed - red * scale) * white, noise);
  bytes[at + 1] = encode(green * scale + (compressed - green * scale) * white, noise);
  bytes[at + 2] = encode(blue * scale + (compressed - blue * scale) * white, noise);
}

function encode(linear: number, noise: number): number {
  if (!(linear > 0)) return 0;
  const position = Math.sqrt(Math.min(1, linear)) * CURVE_SIZE;
  const index = Math.floor(position);
  const value = CURVE[index]! + (CURVE[index + 1]! - CURVE[index]!) * (position - index);
  return Math.min(255, Math.floor(value + noise));
}

/** Returns interleaved gradient noise from 0 to 1 (Jorge Jimenez, SIGGRAPH 2014). */
export function dither(x: number, y: number): number {
  const inner = 0.06711056 * x + 0.00583715 * y;
  const outer = 52.9829189 * (inner - Math.floor(inner));
  return outer - Math.floor(outer);
}
