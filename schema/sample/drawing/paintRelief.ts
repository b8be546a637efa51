import type { Palette, Rgb } from '../canvas/colour.ts';
import type { LinearImage } from '../canvas/linearImage.ts';

/** A lit surface given by its height and colour at each pixel. */
interface Surface {
  readonly height: Float32Array;
  /** The palette position of each pixel, 0 to 1. */
  readonly tone: Float32Array;
  readonly colours: Palette;
  /** The slope of one unit of height per pixel. */
  readonly steepness: number;
  /** The colour of the specular highlight. */
  readonly shine: Rgb;
  /** The strength of the specular highlight. */
  readonly gloss: number;
}

/** The direction of the lamp: upper left, high above (unit length). */
const LAMP = [-0.45, -0.55, 0.703] as const;
/** The half vector between the lamp and a viewer straight above (unit length). */
const HALFWAY = [-0.2438, -0.298, 0.9229] as const;

/**
 * Paints a height field under one lamp with ambient and diffuse (Lambert) light and specular highlights (Blinn). It
 * writes every pixel of `light`.
 */
export function paintRelief(light: LinearImage, surface: Surface): void {
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
      const highlight = gloss * facing ** 48;
      const from = colours.offset(tone[i]!);
      for (let c = 0; c < 3; c++) data[at + c] = colours.table[from + c]! * lit + shine[c]! * highlight;
    }
}
