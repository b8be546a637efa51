import type { Light } from '../canvas/light.ts';

const CURVE_SIZE = 4096;

/** The sRGB transfer curve (IEC 61966-2-1) from linear light 0…1 to 0…255, tabulated by the light's square root. */
const CURVE = Float32Array.from({ length: CURVE_SIZE + 2 }, (_, i) => {
  const linear = (i / CURVE_SIZE) ** 2;
  return 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
});

/** Below this light nothing is compressed; above, the approach to white is gradual. */
const SHOULDER = 0.6;

/**
 * Turns linear light into 8-bit sRGB. Light beyond the display's white is rolled off with all three components
 * in proportion (bright things keep their hue, and only the very brightest go white), and each pixel is dithered
 * by a fixed pattern of half a step, so that dark gradients show no bands.
 * @param light three floats a pixel
 * @param exposure a factor for all light
 * @param bytes where the pixels go, three bytes each; a new array when absent
 */
export function develop(
  light: Light,
  exposure = 1,
  bytes = new Uint8Array(light.data.length),
): Uint8Array<ArrayBufferLike> {
  const { data, width, height } = light;
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 3) {
      const red = data[at]! * exposure;
      const green = data[at + 1]! * exposure;
      const blue = data[at + 2]! * exposure;
      const peak = Math.max(red, green, blue);
      const rolled =
        peak > SHOULDER ? 1 - (1 - SHOULDER) * Math.exp((SHOULDER - peak) / (1 - SHOULDER)) : peak;
      const scale = peak > SHOULDER ? rolled / peak : 1;
      const white = peak > 1.5 ? 0.65 * (1 - Math.exp((1.5 - peak) / 4)) : 0;
      const noise = dither(x, y);
      bytes[at] = encode(red * scale + (rolled - red * scale) * white, noise);
      bytes[at + 1] = encode(green * scale + (rolled - green * scale) * white, noise);
      bytes[at + 2] = encode(blue * scale + (rolled - blue * scale) * white, noise);
    }
  return bytes;
}

function encode(linear: number, noise: number): number {
  if (!(linear > 0)) return 0;
  const place = Math.sqrt(Math.min(1, linear)) * CURVE_SIZE;
  const index = Math.floor(place);
  const value = CURVE[index]! + (CURVE[index + 1]! - CURVE[index]!) * (place - index);
  return Math.min(255, Math.floor(value + noise));
}

/** Interleaved gradient noise (Jorge Jimenez, SIGGRAPH 2014), from 0 to 1. */
function dither(x: number, y: number): number {
  const inner = 0.06711056 * x + 0.00583715 * y;
  const outer = 52.9829189 * (inner - Math.floor(inner));
  return outer - Math.floor(outer);
}
