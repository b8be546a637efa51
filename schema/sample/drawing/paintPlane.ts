import { createProjection, type View } from '../canvas/camera.ts';
import type { LinearImage } from '../canvas/linearImage.ts';

/** Finds the point of the plane z = 0 under each pixel by Newton's method on the projection. */
export function paintPlane(
  light: LinearImage,
  view: View,
  paint: (x: number, y: number, at: number) => void,
): void {
  const projection = createProjection(view);
  const origin = new Float64Array(3);
  const right = new Float64Array(3);
  const up = new Float64Array(3);
  const h = 1e-4;
  for (let py = 0, at = 0; py < light.height; py++) {
    let [x, y] = [view.centre[0], view.centre[1]];
    for (let px = 0; px < light.width; px++, at += 3) {
      for (let i = 0; i < (px === 0 ? 12 : 3); i++) {
        projection(x, y, 0, origin);
        projection(x + h, y, 0, right);
        projection(x, y + h, 0, up);
        const [a, b, c, d] = [
          right[0]! - origin[0]!,
          up[0]! - origin[0]!,
          right[1]! - origin[1]!,
          up[1]! - origin[1]!,
        ];
        const [ex, ey] = [px + 0.5 - origin[0]!, py + 0.5 - origin[1]!];
        const determinant = a * d - b * c;
        x += (h * (d * ex - b * ey)) / determinant;
        y += (h * (a * ey - c * ex)) / determinant;
      }
      paint(x, y, at);
    }
  }
}
