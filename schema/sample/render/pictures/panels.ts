import { oklch, palette } from '../../canvas/colour.ts';
import { clamp } from '../../canvas/easing.ts';
import { blackImage, type LinearImage, paintPixels } from '../../canvas/linearImage.ts';
import { addGlow } from '../../drawing/glow.ts';
import { automatonRows } from '../../mathematics/elementaryAutomaton.ts';
import { perlinNoise } from '../../mathematics/perlinNoise.ts';
import { type Picture, PLATE } from '../picture.ts';

/** Pixels per cell of the pattern, and cells per panel. */
const CELL_PIXELS = 27;
const PANEL = 20;
const COLUMNS = 181;
const ROWS = automatonRows(COLUMNS, [{ rule: 30, rows: 90, seeds: [90] }]);

const METAL = oklch(0.66, 0.012, 245);
const DUSK = palette([
  [0, 0.97, 0.1, 95],
  [0.3, 0.86, 0.16, 75],
  [0.6, 0.68, 0.19, 45],
  [1, 0.4, 0.13, 20],
]);

/** Returns the signed distance to the rounded hole of a living cell, in cells; positive inside. */
function holeDistance(u: number, v: number): number {
  const [column, row] = [Math.floor(u), Math.floor(v)];
  if (ROWS[row]?.[column] !== 1) return -1;
  const dx = Math.max(0, Math.abs(u - column - 0.5) - 0.22);
  const dy = Math.max(0, Math.abs(v - row - 0.5) - 0.22);
  return 0.2 - Math.hypot(dx, dy);
}

/**
 * Returns aluminium panels perforated by rule 30 in front of the evening sun. The pattern is rotated as on the wall.
 */
function wall(): LinearImage {
  const light = blackImage(PLATE);
  const grain = perlinNoise(30);
  paintPixels(light, (x, y, out, at) => {
    // Time runs from left to right; the first cell is beyond the left edge.
    const [u, v] = [91.5 + (y - 500) / CELL_PIXELS, 8.2 + x / CELL_PIXELS];
    const coverage = clamp(0.5 + holeDistance(u, v) * CELL_PIXELS);
    const sunDistance = Math.hypot((x - 1010) / 1000, (y - 640) / 760);
    const sunColour = DUSK.offset(sunDistance * 0.82);
    const brushed = 1 + 0.05 * grain(x * 0.012, y * 0.9, 0.3) + 0.04 * grain(x * 0.004, y * 0.21, 4.2);
    const seam = Math.min(seamDistance(v), seamDistance(u - 91.5));
    const edge = 1 - 0.7 * Math.exp(-((seam * CELL_PIXELS) ** 2) / 5);
    // The sun lights the lower rim of each hole.
    const rim = clamp(0.5 + holeDistance(u - 0.085, v - 0.05) * CELL_PIXELS) * (1 - coverage);
    const face =
      (0.14 + 0.34 * Math.exp(-2 * (((x - 300) / 900) ** 2 + ((y - 160) / 700) ** 2))) * brushed * edge;
    for (let c = 0; c < 3; c++) {
      const glow = DUSK.table[sunColour + c]! * (1.5 - 0.75 * sunDistance);
      out[at + c] = (METAL[c]! * face + rim * glow * 0.5) * (1 - coverage) + glow * coverage;
    }
  });
  addGlow(light, 26, 0.3);
  return light;
}

function seamDistance(position: number): number {
  const fraction = position / PANEL - Math.floor(position / PANEL);
  return Math.min(fraction, 1 - fraction) * PANEL;
}

/** Cover: the article on the wall of the station. */
export const pictures: readonly Picture[] = [{ name: 'cover-wall', draw: wall }];
