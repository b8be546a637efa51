import type { Rgb } from '../canvas/colour.ts';
import { clamp, mix } from '../canvas/easing.ts';
import type { LinearImage } from '../canvas/linearImage.ts';

/** Paints an antialiased disc over an image. The radius is in pixels, the opacity from 0 to 1. */
export function addDisc(
  { width, height, data }: LinearImage,
  [cx, cy]: readonly [x: number, y: number],
  radius: number,
  colour: Rgb,
  opacity: number,
): void {
  const reach = Math.ceil(radius + 1);
  for (let y = Math.max(0, Math.floor(cy - reach)); y <= Math.min(height - 1, cy + reach); y++)
    for (let x = Math.max(0, Math.floor(cx - reach)); x <= Math.min(width - 1, cx + reach); x++) {
      const coverage = clamp(radius - Math.hypot(x + 0.5 - cx, y + 0.5 - cy) + 0.5) * opacity;
      const at = (y * width + x) * 3;
      for (let c = 0; c < 3; c++) data[at + c] = mix(data[at + c]!, colour[c]!, coverage);
    }
}
