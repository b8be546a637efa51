import { hash } from 'node:crypto';
import sharp from 'sharp';
import { paletteOf } from './palette.ts';

/** Pixels of an image that is taken in (https://www.sanity.io/docs/content-lake/technical-limits: 256 megapixels). */
const MOST_PIXELS = 256_000_000;
/** Bytes of an image that is taken in. */
export const LARGEST_IMAGE = 50_000_000;
/** Width of the preview that stands in until the picture arrives, in pixels. */
const LQIP_WIDTH = 20;

const EXTENSIONS: Record<string, string> = { jpeg: 'jpg', heif: 'avif' };
const MIME_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  tiff: 'image/tiff',
};

/** An image taken in: its bytes, and what its document says but for the parts that the service itself keeps. */
export interface ImageAsset {
  bytes: Buffer;
  /** `<sha1>-<width>x<height>.<format>`, the last part of its address. */
  file: string;
  document: { _id: string; _type: string } & Record<string, unknown>;
}

/** Which of the slower facts about an image are wanted. */
interface ImageFacts {
  lqip: boolean;
  palette: boolean;
}

/**
 * Makes of an image's bytes what Sanity makes of an upload: an id from its SHA-1, size and format, and metadata.
 * The address is left to the caller, who knows where the images are served.
 * @throws Error when the bytes are not an image that can be read
 */
export async function imageAsset(
  bytes: Buffer,
  originalFilename: string | undefined,
  facts: ImageFacts = { lqip: true, palette: true },
): Promise<ImageAsset> {
  const { format, width, height, orientation, hasAlpha } = await sharp(bytes, {
    limitInputPixels: MOST_PIXELS,
  }).metadata();
  if (format === undefined || !width || !height)
    throw new Error('expected an image, got something without a size');
  const turned = orientation !== undefined && orientation >= 5;
  const [w, h] = turned ? [height, width] : [width, height];
  const extension = EXTENSIONS[format] ?? format;
  const mimeType = MIME_TYPES[extension];
  if (mimeType === undefined)
    throw new Error(`expected one of ${Object.keys(MIME_TYPES).join(', ')}, got ${format}`);

  const sha1 = hash('sha1', bytes);
  const isOpaque = !hasAlpha || (await sharp(bytes).stats()).isOpaque;
  const [lqip, palette] = await Promise.all([
    facts.lqip ? lqipOf(bytes, isOpaque) : undefined,
    facts.palette ? paletteOf(bytes) : undefined,
  ]);
  return {
    bytes,
    file: `${sha1}-${w}x${h}.${extension}`,
    document: {
      _id: `image-${sha1}-${w}x${h}-${extension}`,
      _type: 'sanity.imageAsset',
      assetId: sha1,
      extension,
      mimeType,
      ...(originalFilename !== undefined && { originalFilename }),
      sha1hash: sha1,
      size: bytes.length,
      uploadId: sha1.slice(0, 32),
      metadata: {
        _type: 'sanity.imageMetadata',
        dimensions: { _type: 'sanity.imageDimensions', width: w, height: h, aspectRatio: w / h },
        hasAlpha: hasAlpha ?? false,
        isOpaque,
        ...(lqip !== undefined && { lqip }),
        ...(palette !== undefined && { palette }),
      },
    },
  };
}

/** The type of an image by the format in its name, e.g. `image/jpeg`. */
export function mimeTypeOf(extension: string): string {
  return MIME_TYPES[extension] ?? 'application/octet-stream';
}

async function lqipOf(bytes: Buffer, isOpaque: boolean): Promise<string> {
  const small = sharp(bytes).autoOrient().resize({ width: LQIP_WIDTH });
  const preview = await (isOpaque ? small.jpeg({ quality: 60 }) : small.png({ palette: true })).toBuffer();
  return `data:image/${isOpaque ? 'jpeg' : 'png'};base64,${preview.toString('base64')}`;
}
