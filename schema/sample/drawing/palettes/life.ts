import { oklch, palette } from '../../canvas/colour.ts';

/** By age: from a newborn cell to an old one. */
export const AGES = palette([
  [0, 0.97, 0.12, 112],
  [0.12, 0.88, 0.21, 125],
  [0.4, 0.7, 0.17, 150],
  [0.65, 0.55, 0.11, 195],
  [0.82, 0.56, 0.17, 300],
  [1, 0.68, 0.21, 355],
]);
/** The background. */
export const GROUND = oklch(0.155, 0.03, 200);
/** The glow that cells leave behind. */
export const TRAIL = oklch(0.47, 0.12, 178);
/** The age in generations at which a cell has its last colour. */
export const MAX_AGE_GENERATIONS = 60;
