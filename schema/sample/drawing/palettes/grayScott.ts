import { oklch, palette } from '../../canvas/colour.ts';

/** From the water to the tips of the corals. */
export const REEF = palette([
  [0, 0.2, 0.045, 235],
  [0.16, 0.25, 0.06, 270],
  [0.36, 0.43, 0.15, 358],
  [0.56, 0.65, 0.185, 388],
  [0.76, 0.8, 0.14, 420],
  [1, 0.95, 0.07, 455],
]);
/** The light of a wet surface. */
export const SHINE = oklch(0.97, 0.03, 80);
