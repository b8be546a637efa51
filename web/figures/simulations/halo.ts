import type { Rgb } from '../../../schema/sample/canvas/colour.ts';
import type { LinearImage } from '../../../schema/sample/canvas/linearImage.ts';

interface Halo {
  /** The radius at which no light is left, in pixels. */
  readonly radius: number;
  readonly color: Rgb;
  /** The light in the centre. */
  readonly brightness: number;
}

/** Adds a soft round light. */
export function addHalo(
  { width, height, data }: LinearImage,
  [cx, cy]: readonly [x: number, y: number],
  { radius, color, brightness }: Halo,
): void {
  for (let y = Math.max(0, Math.floor(cy - radius)); y < Math.min(height, cy + radius); y++)
    for (let x = Math.max(0, Math.floor(cx - radius)); x < Math.min(width, cx + radius); x++) {
      const distance = Math.hypot(x + 0.5 - cx, y + 0.5 - cy) / radius;
      if (distance >= 1) continue;
      const light = brightness * ((1 - distance) ** 6 + 0.06 * (1 - distance) ** 2);
      const at = (y * width + x) * 3;
      for (let c = 0; c < 3; c++) data[at + c] = data[at + c]! + color[c]! * light;
    }
}
