import { oklch, type Rgb } from '../canvas/colour.ts';
import { clamp, mix } from '../canvas/easing.ts';
import type { TilePoint } from '../mathematics/penroseTiles.ts';

const GROUT = oklch(0.965, 0.018, 92);
/** One glaze for each of the five orientations of a tile. */
const CLAY = [
  oklch(0.66, 0.14, 42),
  oklch(0.78, 0.11, 68),
  oklch(0.6, 0.13, 34),
  oklch(0.84, 0.09, 84),
  oklch(0.72, 0.13, 54),
];
const SLATE = [
  oklch(0.5, 0.075, 232),
  oklch(0.64, 0.06, 215),
  oklch(0.42, 0.07, 248),
  oklch(0.57, 0.07, 224),
  oklch(0.7, 0.055, 205),
];
/** The direction of the light. */
const LAMP = [-0.6, 0.8] as const;

/**
 * Writes the colour of a point on a tile, with its bevel and the pale joint around it.
 * @param edge the length of the tile edges
 * @param pixel the size of a pixel in the same unit
 * @param out receives linear red, green and blue
 */
export function paintTile(tile: TilePoint, edge: number, pixel: number, out: Float64Array): void {
  const glaze: Rgb = (tile.isThick ? CLAY : SLATE)[Math.round(tile.orientation * 5) % 5]!;
  const joint = Math.max(0.9 * pixel, 0.022 * edge);
  const bevel = 0.09 * edge;
  const rim = clamp(1 - (tile.distance - joint) / bevel);
  const lit = 1 + 0.2 * rim * (tile.outX * LAMP[0] + tile.outY * LAMP[1]);
  const coverage = clamp(0.5 + (tile.distance - joint) / (1.3 * pixel));
  for (let c = 0; c < 3; c++) out[c] = mix(GROUT[c]! * 0.9, glaze[c]! * lit, coverage);
}
