/**
 * Linear-light sRGB components. 0 is black and 1 is the white of the display; greater values are valid until tone
 * mapping.
 */
export type Rgb = readonly [red: number, green: number, blue: number];

/**
 * Converts OKLCH to linear-light sRGB (matrices: Björn Ottosson, "A perceptual color space for image processing", 2020;
 * also CSS Color 4, section 9.4).
 * @param lightness 0 to 1
 * @param chroma 0 to about 0.37
 * @param hue in degrees
 * @returns components that are outside 0…1 if the colour is outside the sRGB gamut
 */
export function oklch(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** A colour stop: position from 0 to 1, lightness, chroma, and hue in degrees. */
type Stop = readonly [at: number, lightness: number, chroma: number, hue: number];

/** The number of table entries; neighbouring entries differ by less than one 8-bit step. */
const PALETTE_SIZE = 1024;

/** A colour map for positions from 0 to 1. */
export interface Palette {
  /** Three linear-light components per entry. */
  readonly table: Float32Array;
  /** Returns the index in `table` of the entry nearest to a position, which is clamped to 0…1. */
  offset(position: number): number;
  /** Returns the colour nearest to a position, which is clamped to 0…1. */
  at(position: number): Rgb;
}

/**
 * Returns a palette that interpolates linearly between stops in OKLCH. Hues are not wrapped: from 350 to 370 passes
 * through red, from 350 to 10 goes the long way round.
 * @param stops at least two stops, in ascending order from 0 to 1
 */
export function palette(stops: readonly Stop[]): Palette {
  const table = new Float32Array(PALETTE_SIZE * 3);
  let segment = 0;
  for (let i = 0; i < PALETTE_SIZE; i++) {
    const position = i / (PALETTE_SIZE - 1);
    while (segment < stops.length - 2 && position > stops[segment + 1]![0]) segment += 1;
    const from = stops[segment]!;
    const to = stops[segment + 1]!;
    const share = Math.min(1, Math.max(0, (position - from[0]) / (to[0] - from[0])));
    const mix = (k: 1 | 2 | 3) => from[k] + (to[k] - from[k]) * share;
    const colour = oklch(mix(1), mix(2), mix(3));
    for (let c = 0; c < 3; c++) table[i * 3 + c] = Math.max(0, colour[c]!);
  }
  const offset = (position: number) =>
    3 * Math.round(Math.min(1, Math.max(0, position)) * (PALETTE_SIZE - 1));
  const entries = Array.from(
    { length: PALETTE_SIZE },
    (_, i): Rgb => [table[i * 3]!, table[i * 3 + 1]!, table[i * 3 + 2]!],
  );
  return { table, offset, at: (position) => entries[offset(position) / 3]! };
}
