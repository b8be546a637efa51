import type { Rgb } from '../canvas/colour.ts';
import type { LinearImage } from '../canvas/linearImage.ts';

const SCANLINES_PER_PIXEL = 4;

/** Adds ink inside a closed curve by the even-odd rule. */
export function fillCurve(
  inks: LinearImage,
  points: readonly (readonly [x: number, y: number])[],
  colour: Rgb,
): void {
  const rows = Array.from({ length: inks.height * SCANLINES_PER_PIXEL }, (): number[] => []);
  for (const [i, [x, y]] of points.entries()) {
    const [nx, ny] = points[(i + 1) % points.length]!;
    const [top, bottom] = [Math.min(y, ny) * SCANLINES_PER_PIXEL, Math.max(y, ny) * SCANLINES_PER_PIXEL];
    for (let row = Math.max(0, Math.ceil(top - 0.5)); row < Math.min(rows.length, bottom - 0.5); row++)
      rows[row]!.push(x + ((nx - x) * ((row + 0.5) / SCANLINES_PER_PIXEL - y)) / (ny - y));
  }
  for (const [row, crossings] of rows.entries()) {
    crossings.sort((a, b) => a - b);
    for (let i = 0; i + 1 < crossings.length; i += 2)
      for (let x = Math.max(0, Math.floor(crossings[i]!)); x < Math.min(inks.width, crossings[i + 1]!); x++) {
        const coverage = Math.min(x + 1, crossings[i + 1]!) - Math.max(x, crossings[i]!);
        const at = (Math.floor(row / SCANLINES_PER_PIXEL) * inks.width + x) * 3;
        for (let c = 0; c < 3; c++)
          inks.data[at + c] = inks.data[at + c]! + (colour[c]! * coverage) / SCANLINES_PER_PIXEL;
      }
  }
}
