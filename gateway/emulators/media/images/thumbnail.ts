import sharp, { type FitEnum, type Sharp } from 'sharp';
import { invalidParameters } from '../api/apiError.ts';
import type { Asset } from '../assets/asset.ts';
import { durationOf, type MediaLibrary, stillAt } from '../files/mediaLibrary.ts';
import { choiceOption, numberOption, type UrlOptions } from '../playback/urlOptions.ts';

/** Options of a thumbnail, from Mux's guide "Get images from a video". */
export const THUMBNAIL_OPTIONS = [
  'time',
  'width',
  'height',
  'rotate',
  'fit_mode',
  'flip_v',
  'flip_h',
] as const;

/** Largest side of an image, to limit memory. A larger requested side is rejected, a larger derived side is reduced. */
export const MAX_SIDE_PIXELS = 4096;

const FIT_MODES = ['preserve', 'stretch', 'crop', 'smartcrop', 'pad'] as const;
const FITS: Record<(typeof FIT_MODES)[number], keyof FitEnum> = {
  preserve: 'inside',
  stretch: 'fill',
  crop: 'cover',
  smartcrop: 'cover',
  pad: 'contain',
};
const FLAGS = ['true', 'false'] as const;
const IMAGE_QUALITY = 82;

/**
 * Draws the last still at or before the requested time, by default at the asset's thumbnail time or else in
 * the middle.
 * @throws ApiError 400 for an invalid option, or a time at or after the end; 404 for an asset without a video
 */
export async function thumbnail(
  asset: Asset,
  { ext, options, library }: { ext: string; options: UrlOptions; library: MediaLibrary },
): Promise<Buffer> {
  const stills = await library.stills(asset.id);
  const duration = durationOf(asset, stills);
  const requested = numberOption(options, 'time', { min: 0, max: Number.MAX_SAFE_INTEGER });
  if (requested !== undefined) checkTime('time', requested, duration);
  const time = requested ?? asset.thumbnail_time ?? duration / 2;
  const side = { min: 1, max: MAX_SIDE_PIXELS, integer: true };
  const width = numberOption(options, 'width', side);
  const height = numberOption(options, 'height', side);
  const rotate = choiceOption(options, 'rotate', ['0', '90', '180', '270']);
  const mode = choiceOption(options, 'fit_mode', FIT_MODES) ?? 'preserve';
  const flipV = choiceOption(options, 'flip_v', FLAGS) === 'true';
  const flipH = choiceOption(options, 'flip_h', FLAGS) === 'true';

  // Each step produces an image of its own, because sharp would otherwise rotate and flip before it resizes.
  let image = sharp(library.still(asset.id, stillAt(stills, time)));
  if (rotate !== undefined && rotate !== '0') image = await render(image.rotate(Number(rotate)));
  if (width !== undefined || height !== undefined)
    image = await render(
      image.resize(width ?? MAX_SIDE_PIXELS, height ?? MAX_SIDE_PIXELS, {
        // With one side, the other follows from the aspect ratio.
        fit: width === undefined || height === undefined ? 'inside' : FITS[mode],
        background: 'black',
        ...(mode === 'smartcrop' && { position: sharp.strategy.attention }),
      }),
    );
  return encodeImage(image.flip(flipV).flop(flipH), ext);
}

/** @throws ApiError 400 for a time at or after the end of an asset */
export function checkTime(name: string, time: number, duration: number): void {
  if (time >= duration) throw invalidParameters(`${name} must be before the end at ${duration}, got ${time}`);
}

/** Encodes an image in the format of the URL's extension. */
export function encodeImage(image: Sharp, ext: string): Promise<Buffer> {
  if (ext === 'png') return image.png().toBuffer();
  if (ext === 'webp') return image.webp({ quality: IMAGE_QUALITY, effort: 2 }).toBuffer();
  return image.flatten({ background: 'black' }).jpeg({ quality: IMAGE_QUALITY }).toBuffer();
}

async function render(image: Sharp): Promise<Sharp> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}
