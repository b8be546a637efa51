import type { Rgb } from '../canvas/colour.ts';

/** Returns the absorption of an ink that looks like a colour on white: a natural logarithm per component. */
export function absorptionOf(colour: Rgb, strength = 1): Rgb {
  const [red, green, blue] = colour.map((component) => -Math.log(Math.max(0.004, component)) * strength);
  return [red!, green!, blue!];
}
