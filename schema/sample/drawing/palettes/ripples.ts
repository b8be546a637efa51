import { oklch, palette } from '../../canvas/colour.ts';

/** From a trough to a crest. */
export const WATER = palette([
  [0, 0.16, 0.06, 262],
  [0.3, 0.31, 0.085, 245],
  [0.5, 0.46, 0.09, 222],
  [0.68, 0.68, 0.1, 200],
  [0.85, 0.87, 0.07, 175],
  [1, 0.97, 0.05, 105],
]);
/** The glint of the lamp. */
export const LAMP = oklch(0.93, 0.06, 85);
