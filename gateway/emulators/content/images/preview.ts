import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { blurHashOf } from './blurHash.ts';
import { paletteOf } from './palette.ts';

/** Width of the low-quality image placeholder. */
const LQIP_WIDTH_PIXELS = 20;
/** Placeholders and palette are computed from a copy of at most this width, so that an image is decoded once. */
const SAMPLE_WIDTH_PIXELS = 160;
/** Number of images whose previews are kept. */
const MAX_KEPT_PREVIEWS = 1000;

/** The metadata of an image that takes long to compute. */
export interface Preview {
  /** The low-quality image placeholder, as a data URL. */
  readonly lqip: string;
  readonly palette: Readonly<Record<string, unknown>>;
  readonly blurHash: string;
}

/** Previews by the SHA-1 of an image, for emulators of this process that load the same seed. */
const previews = new LRUCache<string, Preview>({ max: MAX_KEPT_PREVIEWS });

/** Returns the preview of an image. @param sha1 the SHA-1 of `bytes` */
export async function previewOf(bytes: Buffer, sha1: string, isOpaque: boolean): Promise<Preview> {
  const known = previews.get(sha1);
  if (known) return known;
  const sample = await sharp(bytes)
    .autoOrient()
    .resize({ width: SAMPLE_WIDTH_PIXELS, withoutEnlargement: true })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const [lqip, palette, blurHash] = await Promise.all([
    lqipOf(sample, isOpaque),
    paletteOf(sample),
    blurHashOf(sample),
  ]);
  const preview = { lqip, palette, blurHash };
  previews.set(sha1, preview);
  return preview;
}

async function lqipOf(sample: Buffer, isOpaque: boolean): Promise<string> {
  const small = sharp(sample).resize({ width: LQIP_WIDTH_PIXELS });
  const image = await (isOpaque ? small.jpeg({ quality: 60 }) : small.png({ palette: true })).toBuffer();
  return `data:image/${isOpaque ? 'jpeg' : 'png'};base64,${image.toString('base64')}`;
}
