import { palette } from '../../canvas/colour.ts';

/** From thin to thick smoke. */
export const SMOKE = palette([
  [0, 0.13, 0.03, 190],
  [0.25, 0.34, 0.07, 178],
  [0.5, 0.58, 0.1, 165],
  [0.75, 0.82, 0.095, 140],
  [1, 0.97, 0.05, 100],
]);
/** The same on the warm side. */
export const EMBER = palette([
  [0, 0.13, 0.03, 40],
  [0.3, 0.36, 0.09, 35],
  [0.6, 0.66, 0.14, 48],
  [1, 0.95, 0.09, 80],
]);
