import type { Rgb } from '../canvas/colour.ts';
import { mix } from '../canvas/easing.ts';
import { addLine, type LinearImage } from '../canvas/linearImage.ts';

export type Point = readonly [x: number, y: number];

/** Adds a polyline of uniform light across its width in pixels. */
export function addStroke(light: LinearImage, points: readonly Point[], colour: Rgb, width: number): void {
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

/** Returns the first part of a polyline; `share` is a fraction of the number of segments, 0 to 1. */
export function startOfPolyline(points: readonly Point[], share: number): Point[] {
  const position = share * (points.length - 1);
  const index = Math.floor(position);
  const start = points.slice(0, index + 1);
  const next = points[index + 1];
  if (next) {
    const last = start.at(-1)!;
    start.push([mix(last[0], next[0], position - index), mix(last[1], next[1], position - index)]);
  }
  return start;
}
