import sharp from 'sharp';

/** The image is reduced to this side length and to this number of levels per colour channel. */
const SAMPLE_SIDE_PIXELS = 48;
const COLOUR_LEVELS = 8;

interface Colour {
  /** From 0 to 255 each. */
  rgb: [number, number, number];
  /** Share of the image, from 0 to 1. */
  share: number;
  saturation: number;
  lightness: number;
}

/** Preferred lightness and saturation of each swatch of the palette. */
const SWATCHES = {
  darkMuted: { lightness: 0.26, saturation: 0.3 },
  darkVibrant: { lightness: 0.26, saturation: 1 },
  lightMuted: { lightness: 0.74, saturation: 0.3 },
  lightVibrant: { lightness: 0.74, saturation: 1 },
  muted: { lightness: 0.5, saturation: 0.3 },
  vibrant: { lightness: 0.5, saturation: 1 },
} as const;

/** Returns the palette of an image in the format of Sanity's `sanity.imagePalette`. */
export async function paletteOf(bytes: Buffer): Promise<Record<string, unknown>> {
  const pixels = await sharp(bytes)
    .resize(SAMPLE_SIDE_PIXELS, SAMPLE_SIDE_PIXELS, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const colours = coloursOf(pixels);
  const palette: Record<string, unknown> = { _type: 'sanity.imagePalette' };
  for (const [name, target] of Object.entries(SWATCHES))
    palette[name] = swatch(
      maxBy(colours, (colour) => Math.sqrt(colour.share) - 3 * distance(colour, target)),
    );
  palette.dominant = swatch(maxBy(colours, ({ share }) => share));
  return palette;
}

function coloursOf(pixels: Buffer): Colour[] {
  const bins = new Map<number, { sum: [number, number, number]; count: number }>();
  for (let at = 0; at < pixels.length; at += 3) {
    const rgb = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0] as const;
    const key = rgb.reduce(
      (sum, channel) => sum * COLOUR_LEVELS + Math.floor((channel * COLOUR_LEVELS) / 256),
      0,
    );
    const bin = bins.get(key) ?? { sum: [0, 0, 0], count: 0 };
    bin.sum = [bin.sum[0] + rgb[0], bin.sum[1] + rgb[1], bin.sum[2] + rgb[2]];
    bin.count += 1;
    bins.set(key, bin);
  }
  return Array.from(bins.values(), ({ sum, count }) => {
    const rgb = sum.map((channel) => Math.round(channel / count)) as [number, number, number];
    const [high, low] = [Math.max(...rgb) / 255, Math.min(...rgb) / 255];
    const lightness = (high + low) / 2;
    const spread = 1 - Math.abs(2 * lightness - 1);
    return {
      rgb,
      share: (count * 3) / pixels.length,
      saturation: spread === 0 ? 0 : (high - low) / spread,
      lightness,
    };
  });
}

function distance(colour: Colour, target: { lightness: number; saturation: number }): number {
  return 2 * Math.abs(colour.lightness - target.lightness) + Math.abs(colour.saturation - target.saturation);
}

function maxBy(colours: readonly Colour[], score: (colour: Colour) => number): Colour {
  return colours.reduce((a, b) => (score(b) > score(a) ? b : a));
}

function swatch({ rgb, share }: Colour): Record<string, unknown> {
  const background = `#${rgb.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  // Weights of perceived brightness in ITU-R BT.601.
  const isBright = (rgb[0] * 299 + rgb[1] * 587 + rgb[2] * 114) / 1000 > 150;
  const text = isBright ? '#000' : '#fff';
  return {
    _type: 'sanity.imagePaletteSwatch',
    background,
    foreground: text,
    title: text,
    population: Math.round(share * 10_000) / 100,
  };
}
