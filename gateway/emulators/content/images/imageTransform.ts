import sharp, { type Sharp } from 'sharp';
import { httpError } from '../api/apiError.ts';
import { boxOf, isBelowMinimum, minimumOf, round, type Size } from './imageBox.ts';
import type { ImageSpec } from './imageSpec.ts';

/** Formats that `auto=format` chooses, the best first. */
const AUTO_FORMATS = ['avif', 'webp'] as const;
type AutoFormat = (typeof AUTO_FORMATS)[number];
/** An AVIF of this share of the quality looks like a JPEG or WebP of the whole. */
const AVIF_QUALITY = 2 / 3;

/** A rendered image. */
export interface RenderedImage {
  bytes: Buffer;
  /** `jpg`, `png`, `webp`, `avif`. */
  format: string;
}

/** Returns the format that `auto=format` chooses for a header `accept`; undefined for the image's own format or for `fm`. */
export function autoFormat({ auto }: ImageSpec, accept: string): AutoFormat | undefined {
  return auto ? AUTO_FORMATS.find((format) => accept.includes(`image/${format}`)) : undefined;
}

/**
 * Transforms an image as its URL requests, like Sanity's image pipeline
 * (https://www.sanity.io/docs/apis-and-sdks/image-urls).
 * @param original the stored bytes and the format in the asset's id
 * @param preferred the format that `auto=format` chooses
 * @throws ApiError 400 when `rect` is outside the image
 */
export async function transformImage(
  original: { bytes: Buffer; format: string },
  spec: ImageSpec,
  preferred: AutoFormat | undefined,
): Promise<RenderedImage> {
  let image = sharp(original.bytes).autoOrient();
  let size = await sizeOf(original.bytes);
  if (spec.rect) {
    const { left, top, width, height } = spec.rect;
    if (left + width > size.width || top + height > size.height)
      throw httpError(400, `Invalid parameter rect: the image is ${size.width}x${size.height}`);
    image = image.extract(spec.rect);
    size = { width, height };
  }
  // A sharp pipeline crops, rotates and resizes in its own order, so each step here is a separate pipeline.
  if (spec.rotation !== 0) {
    image = await render(image.rotate(spec.rotation));
    if (spec.rotation !== 180) size = { width: size.height, height: size.width };
  }
  image = await resize(image, size, spec);
  image = effects(image, spec);
  const format = formatOf(original.format, spec, preferred);
  return { bytes: await encode(image, format, spec).toBuffer(), format: format === 'pjpg' ? 'jpg' : format };
}

async function render(image: Sharp): Promise<Sharp> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}

async function sizeOf(bytes: Buffer): Promise<Size> {
  const { autoOrient } = await sharp(bytes).metadata();
  return autoOrient;
}

async function resize(image: Sharp, size: Size, spec: ImageSpec): Promise<Sharp> {
  const { width, height } = boxOf(size, spec);
  if (width === undefined && height === undefined) return image;
  const background = spec.background ? `#${spec.background}` : '#ffffff';
  const box = { ...(width && { width }), ...(height && { height }) };
  if (isBelowMinimum(size, { width, height }, spec)) return image.resize(minimumOf(size, spec));
  switch (spec.fit) {
    case 'scale':
      return image.resize({ ...box, fit: 'fill' });
    case 'max':
      return image.resize({ ...box, fit: 'inside', withoutEnlargement: true });
    case 'clip':
      return image.resize({ ...box, fit: 'inside' });
    case 'fill':
      return image.resize({ ...box, fit: 'contain', background });
    case 'fillmax': {
      const inner = await render(image.resize({ ...box, fit: 'inside', withoutEnlargement: true }));
      const { width: w = 0, height: h = 0 } = await inner.metadata();
      return inner.extend(
        margins({ width: w, height: h }, { width: width ?? w, height: height ?? h }, background),
      );
    }
    case 'min': {
      const box = { width: width ?? size.width, height: height ?? size.height };
      const shrink = Math.min(1, size.width / box.width, size.height / box.height);
      return cover(
        image,
        size,
        { width: round(box.width * shrink), height: round(box.height * shrink) },
        spec,
      );
    }
    case 'crop':
      if (width === undefined || height === undefined) return image.resize(box);
      return cover(image, size, { width, height }, spec);
  }
}

/** Fills the box and cuts the part farthest from the focal point. */
async function cover(image: Sharp, size: Size, box: Size, spec: ImageSpec): Promise<Sharp> {
  if (spec.crop.includes('entropy'))
    return image.resize({ ...box, fit: 'cover', position: sharp.strategy.entropy });
  const scale = Math.min(size.width / box.width, size.height / box.height);
  const part = {
    width: Math.min(size.width, round(box.width * scale)),
    height: Math.min(size.height, round(box.height * scale)),
  };
  const focus = focusOf(spec);
  const region = {
    ...part,
    left: clamp(Math.round(focus.x * size.width - part.width / 2), size.width - part.width),
    top: clamp(Math.round(focus.y * size.height - part.height / 2), size.height - part.height),
  };
  return (await render(image)).extract(region).resize({ ...box, fit: 'fill' });
}

function focusOf({ crop, focus }: ImageSpec): { x: number; y: number } {
  if (crop.includes('focalpoint')) return focus;
  return {
    x: crop.includes('left') ? 0 : crop.includes('right') ? 1 : 0.5,
    y: crop.includes('top') ? 0 : crop.includes('bottom') ? 1 : 0.5,
  };
}

function effects(image: Sharp, spec: ImageSpec): Sharp {
  let result = image;
  if (spec.flip.horizontal) result = result.flop();
  if (spec.flip.vertical) result = result.flip();
  if (spec.saturation !== undefined)
    result = result.modulate({ saturation: Math.max(0, 1 + spec.saturation / 100) });
  if (spec.invert) result = result.negate({ alpha: false });
  // Sanity's blur goes up to 2000 and is a radius; sharp's is a standard deviation.
  if (spec.blur > 0) result = result.blur(Math.max(0.3, spec.blur / 10));
  if (spec.sharpen > 0) result = result.sharpen({ sigma: 0.5 + spec.sharpen / 50 });
  const background = spec.background ? `#${spec.background}` : '#ffffff';
  if (spec.pad > 0)
    result = result.extend({ top: spec.pad, bottom: spec.pad, left: spec.pad, right: spec.pad, background });
  return spec.background ? result.flatten({ background }) : result;
}

function formatOf(original: string, { format }: ImageSpec, preferred: AutoFormat | undefined): string {
  if (preferred !== undefined) return preferred;
  if (format !== undefined) return format;
  return ['jpg', 'png', 'webp', 'avif'].includes(original) ? original : 'png';
}

function encode(image: Sharp, format: string, { quality }: ImageSpec): Sharp {
  if (format === 'png') return image.png();
  // A third of the time of the default effort, for files that are 5 % larger.
  if (format === 'webp') return image.webp({ quality, effort: 2 });
  if (format === 'avif') return image.avif({ quality: round(quality * AVIF_QUALITY), effort: 0 });
  return image
    .flatten({ background: '#ffffff' })
    .jpeg({ quality, progressive: format === 'pjpg', mozjpeg: false });
}

function margins(inner: Size, outer: Size, background: string) {
  const left = Math.max(0, Math.floor((outer.width - inner.width) / 2));
  const top = Math.max(0, Math.floor((outer.height - inner.height) / 2));
  return {
    left,
    top,
    right: Math.max(0, outer.width - inner.width - left),
    bottom: Math.max(0, outer.height - inner.height - top),
    background,
  };
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(0, value), max);
}
