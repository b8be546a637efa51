import type { Rgb } from '../canvas/colour.ts';
import { addLine, type Light } from '../canvas/light.ts';

/** Adds a line through points, of even light over its width in pixels. */
export function addStroke(
  light: Light,
  points: readonly (readonly [x: number, y: number])[],
  colour: Rgb,
  width: number,
): void {
  const strands = Math.ceil(width * 2);
  for (let s = 0; s < strands; s++) {
    const off = ((s + 0.5) / strands - 0.5) * width;
    for (let i = 1; i < points.length; i++) {
      const [x0, y0] = points[i - 1]!;
      const [x1, y1] = points[i]!;
      const length = Math.hypot(x1 - x0, y1 - y0) || 1;
      const nx = ((y0 - y1) / length) * off;
      const ny = ((x1 - x0) / length) * off;
      addLine(light, [x0 + nx, y0 + ny, x1 + nx, y1 + ny], colour, 1 / 2);
    }
  }
}
