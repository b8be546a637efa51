import type { Palette, Rgb } from '../canvas/colour.ts';
import type { Light } from '../canvas/light.ts';

/** A lit surface: its height at each pixel, and the colour of each. */
interface Surface {
  readonly height: Float32Array;
  /** Where on the palette each pixel lies, 0 to 1. */
  readonly tone: Float32Array;
  readonly colours: Palette;
  /** How steep a unit of height a pixel stands. */
  readonly steepness: number;
  /** The colour of the shine. */
  readonly shine: Rgb;
  /** How strong the shine is. */
  readonly gloss: number;
}

/** Where the lamp stands: from the upper left, well above (unit length). */
const LAMP = [-0.45, -0.55, 0.703] as const;
/** Half way between the lamp and the eye that looks straight down (unit length). */
const HALFWAY = [-0.2438, -0.298, 0.9229] as const;

/**
 * Paints a surface as a soft relief under one lamp: Lambert's diffuse light, some of it from all sides, and a shine
 * after Blinn. Every pixel of `light` is written.
 */
export function paintRelief(light: Light, surface: Surface): void {
  const { width, height, data } = light;
  const { height: h, tone, colours, steepness, shine, gloss } = surface;
  for (let y = 0, i = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++, at += 3) {
      const slopeX = (h[x < width - 1 ? i + 1 : i]! - h[x > 0 ? i - 1 : i]!) * 0.5 * steepness;
      const slopeY = (h[y < height - 1 ? i + width : i]! - h[y > 0 ? i - width : i]!) * 0.5 * steepness;
      const length = Math.sqrt(slopeX * slopeX + slopeY * slopeY + 1);
      const diffuse = Math.max(0, -slopeX * LAMP[0] - slopeY * LAMP[1] + LAMP[2]) / length;
      const facing = Math.max(0, -slopeX * HALFWAY[0] - slopeY * HALFWAY[1] + HALFWAY[2]) / length;
      const lit = 0.22 + 1.1 * diffuse;
      const bright = gloss * facing ** 48;
      const from = colours.offset(tone[i]!);
      for (let c = 0; c < 3; c++) data[at + c] = colours.table[from + c]! * lit + shine[c]! * bright;
    }
}
