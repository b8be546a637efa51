import sharp, { type FitEnum, type Sharp } from 'sharp';
import type { Asset } from './asset.ts';
import { type MediaLibrary, stillAt } from './library.ts';
import { choiceOption, numberOption, type Options } from './option.ts';

/** The options of a thumbnail, by Mux's guide "Get images from a video". */
export const THUMBNAIL_OPTIONS = [
  'time',
  'width',
  'height',
  'rotate',
  'fit_mode',
  'flip_v',
  'flip_h',
] as const;

/** Pixels of a side beyond which a picture is refused, so that no request can take the machine's memory. */
export const LARGEST_SIDE = 4096;

const FIT_MODES = ['preserve', 'stretch', 'crop', 'smartcrop', 'pad'] as const;
const FITS: Record<(typeof FIT_MODES)[number], keyof FitEnum> = {
  preserve: 'inside',
  stretch: 'fill',
  crop: 'cover',
  smartcrop: 'cover',
  pad: 'contain',
};
const FLAGS = ['true', 'false'] as const;
const QUALITY = 82;

/**
 * Draws a still: the nearest at or before the asked time, by default the asset's own thumbnail time, else
 * the middle. A time beyond the end is the last still.
 * @throws ApiError 400 for an option that is wrong or too large
 */
export async function thumbnail(
  asset: Asset,
  { ext, options, library }: { ext: string; options: Options; library: MediaLibrary },
): Promise<Buffer> {
  const stills = await library.stills(asset.id);
  const time =
    numberOption(options, 'time', { min: 0, max: Number.MAX_SAFE_INTEGER }) ??
    asset.thumbnail_time ??
    (asset.duration ?? 0) / 2;
  const side = { min: 1, max: LARGEST_SIDE, integer: true };
  const width = numberOption(options, 'width', side);
  const height = numberOption(options, 'height', side);
  const rotate = choiceOption(options, 'rotate', ['0', '90', '180', '270']);
  const mode = choiceOption(options, 'fit_mode', FIT_MODES) ?? 'preserve';
  const flipV = choiceOption(options, 'flip_v', FLAGS) === 'true';
  const flipH = choiceOption(options, 'flip_h', FLAGS) === 'true';

  // Each step is a picture of its own: the library would otherwise turn and flip before it resizes.
  let picture = sharp(library.still(asset.id, stillAt(stills, time)));
  if (rotate !== undefined && rotate !== '0') picture = await step(picture.rotate(Number(rotate)));
  if (width !== undefined || height !== undefined)
    picture = await step(
      picture.resize(width, height, {
        fit: FITS[mode],
        background: 'black',
        ...(mode === 'smartcrop' && { position: sharp.strategy.attention }),
      }),
    );
  return encoded(picture.flip(flipV).flop(flipH), ext);
}

/** Encodes a picture by the extension of its address. */
export function encoded(picture: Sharp, ext: string): Promise<Buffer> {
  if (ext === 'png') return picture.png().toBuffer();
  if (ext === 'webp') return picture.webp({ quality: QUALITY }).toBuffer();
  return picture.flatten({ background: 'black' }).jpeg({ quality: QUALITY }).toBuffer();
}

async function step(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}
