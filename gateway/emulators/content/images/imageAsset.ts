import { hash } from 'node:crypto';
import sharp from 'sharp';
import { badRequest } from '../api/apiError.ts';
import { photographOf } from './photograph.ts';
import { previewOf } from './preview.ts';

/**
 * Maximum number of pixels of an uploaded image (https://www.sanity.io/docs/content-lake/technical-limits:
 * 256 megapixels).
 */
const MAX_IMAGE_PIXELS = 256_000_000;
/** Maximum size of an uploaded image. */
export const MAX_IMAGE_BYTES = 50_000_000;

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

/** An image: its bytes and its document without the attributes that the store sets. */
export interface ImageAsset {
  bytes: Buffer;
  /** File name in the URL: `<sha1>-<width>x<height>.<format>`. */
  file: string;
  document: { _id: string; _type: string } & Record<string, unknown>;
}

/** Parts of the metadata that an upload can choose (https://www.sanity.io/docs/apis-and-sdks/image-metadata). */
const METADATA_PARTS = ['lqip', 'palette', 'blurhash', 'exif', 'location'] as const;
type MetadataPart = (typeof METADATA_PARTS)[number];
/** The parts of an upload that chooses none. */
const DEFAULT_PARTS: readonly MetadataPart[] = ['lqip', 'palette', 'blurhash'];

/**
 * Reads the parameters `meta` of an upload.
 * @throws ApiError 400 for an unknown part
 */
export function readMetadataParts(names: readonly string[]): readonly MetadataPart[] {
  if (names.length === 0) return DEFAULT_PARTS;
  return names.flatMap((name) => {
    if (name === 'none') return [];
    const part = METADATA_PARTS.find((known) => known === name);
    if (part === undefined)
      throw badRequest(
        `meta: the content emulator supports only ${METADATA_PARTS.join(', ')}, none, got ${JSON.stringify(name.slice(0, 80))} (docs/emulators.md)`,
      );
    return [part];
  });
}

/**
 * Creates an image asset like a Sanity upload: an id from its SHA-1, size and format, and metadata. The
 * caller adds the URL.
 * @throws Error when the bytes are not a readable image
 */
export async function createImageAsset(
  bytes: Buffer,
  originalFilename: string | undefined,
  parts: readonly MetadataPart[] = DEFAULT_PARTS,
): Promise<ImageAsset> {
  const { format, width, height, orientation, hasAlpha, exif } = await sharp(bytes, {
    limitInputPixels: MAX_IMAGE_PIXELS,
  }).metadata();
  if (format === undefined || !width || !height)
    throw new Error('expected an image, got something without a size');
  const isRotated = orientation !== undefined && orientation >= 5;
  const [w, h] = isRotated ? [height, width] : [width, height];
  const extension = EXTENSIONS[format] ?? format;
  const mimeType = MIME_TYPES[extension];
  if (mimeType === undefined)
    throw new Error(`expected one of ${Object.keys(MIME_TYPES).join(', ')}, got ${format}`);

  const sha1 = hash('sha1', bytes);
  const isOpaque = !hasAlpha || (await sharp(bytes).stats()).isOpaque;
  const includes = (part: MetadataPart) => parts.includes(part);
  const preview = DEFAULT_PARTS.some(includes) ? await previewOf(bytes, sha1, isOpaque) : undefined;
  const photograph = photographOf(exif);
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
        ...(preview && includes('lqip') && { lqip: preview.lqip }),
        ...(preview && includes('palette') && { palette: preview.palette }),
        ...(preview && includes('blurhash') && { blurHash: preview.blurHash }),
        ...(photograph.exif && includes('exif') && { exif: photograph.exif }),
        ...(photograph.location && includes('location') && { location: photograph.location }),
      },
    },
  };
}

/** Returns the MIME type of a format in a file name, e.g. `image/jpeg`. */
export function mimeTypeOf(extension: string): string {
  return MIME_TYPES[extension] ?? 'application/octet-stream';
}
