import { oklch, type Rgb } from '../canvas/colour.ts';
import { clamp, mix } from '../canvas/motion.ts';
import type { TileAt } from '../mathematics/penroseTiles.ts';

const GROUT = oklch(0.965, 0.018, 92);
/** Five ways a tile can lie, and its glaze for each. */
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
/** Where the light comes from. */
const LAMP = [-0.6, 0.8] as const;

/**
 * The colour of a place of a tile, with its bevel and the pale joint about it.
 * @param edge how long the tile's edges are
 * @param pixel the size of a pixel in the same unit
 * @param out takes linear red, green and blue
 */
export function paintTile(tile: TileAt, edge: number, pixel: number, out: Float64Array): void {
  const glaze: Rgb = (tile.thick ? CLAY : SLATE)[Math.round(tile.turn * 5) % 5]!;
  const joint = Math.max(0.9 * pixel, 0.022 * edge);
  const bevel = 0.09 * edge;
  const rim = clamp(1 - (tile.distance - joint) / bevel);
  const lit = 1 + 0.2 * rim * (tile.outX * LAMP[0] + tile.outY * LAMP[1]);
  const inside = clamp(0.5 + (tile.distance - joint) / (1.3 * pixel));
  for (let c = 0; c < 3; c++) out[c] = mix(GROUT[c]! * 0.9, glaze[c]! * lit, inside);
}
