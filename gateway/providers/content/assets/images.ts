import { createImageUrlBuilder } from '@sanity/image-url';
import { describeType } from '../../../core/describeValue.ts';
import { incompleteDocument, inputError, rangeError } from '../../../core/errors.ts';
import type { Selection } from '../../../core/selection.ts';
import { isObject, objectOf, orNull, type Validator } from '../../../core/validators.ts';
import type { Groq } from '../groq/groq.ts';
import type { Projector } from '../groq/projector.ts';
import { type AssetType, assetProjection } from './assetProjection.ts';

/** The `_type` of the documents of images. */
export const IMAGE_ASSET = 'sanity.imageAsset';

/** A projected image: the document's value and the selected metadata of its asset. */
export interface ImageSource {
  readonly asset?: { readonly _ref: string } | null;
  readonly crop?: { left: number; right: number; top: number; bottom: number } | null;
  readonly hotspot?: { x: number; y: number; width: number; height: number } | null;
  /** These are texts, unless the document is faulty. */
  readonly alt?: unknown;
  readonly caption?: unknown;
  readonly lqip?: unknown;
  readonly color?: unknown;
}

/** The project and host of the URLs of images and files. */
export interface ImageOptions {
  readonly projectId: string;
  readonly dataset: string;
  /** Default: Sanity's image CDN. */
  readonly baseUrl?: string | undefined;
}

/** The arguments of an image URL; sizes are in pixels. */
interface ImageArguments {
  readonly width?: number | null;
  readonly height?: number | null;
  readonly fit?: string | null;
  readonly format?: string | null;
  readonly quality?: number | null;
}

/** Sanity's own limit: https://www.sanity.io/docs/image-urls */
const MAX_SIDE_PIXELS = 8192;
const MAX_WIDTHS = 12;
const MAX_QUALITY = 100;

const IMAGE: AssetType = {
  name: 'Image',
  documentType: IMAGE_ASSET,
  attributes: ['asset', 'crop', 'hotspot', 'alt', 'caption'],
  metadata: {
    placeholder: '"lqip": asset->metadata.lqip',
    color: '"color": asset->metadata.palette.dominant.background',
  },
};

/** Returns the projection of an image. */
export const imageProjection = (projector: Projector, selections: readonly Selection[]): Groq =>
  assetProjection(projector, IMAGE, selections);

/** The id of an image asset contains its size: `image-<hash>-1600x1000-jpg`. A side has 1 to 99,999 pixels. */
const ASSET_ID = /^image-\w{1,200}-([1-9]\d{0,4})x([1-9]\d{0,4})-[a-z0-9]{1,10}$/;
const isShare: Validator = (value) => typeof value === 'number' && value >= 0 && value <= 1;
const hasShares = objectOf({ left: isShare, right: isShare, top: isShare, bottom: isShare });
/** A crop that leaves a part of the image. */
const isCrop = (value: unknown): boolean => {
  const { left, right, top, bottom } = (value ?? {}) as NonNullable<ImageSource['crop']>;
  return hasShares(value) && left + right < 1 && top + bottom < 1;
};
const isHotspot = objectOf({ x: isShare, y: isShare, width: orNull(isShare), height: orNull(isShare) });
const PLACEHOLDER = /^data:(?:image\/[\w.+-]{1,20})?(?:;base64)?,[\w+/=]*$/;
const COLOR = /^#[\da-f]{3,8}$/i;

/**
 * Reads a projected image: null if there is none, an error if the reference is not to an image asset. An invalid crop or
 * hotspot is ignored.
 */
export function readImage(value: unknown): ImageSource | Error | null {
  const asset = isObject(value) && isObject(value.asset) ? value.asset : {};
  if (!isObject(value) || asset._ref == null || asset._ref === '') return null;
  if (typeof asset._ref !== 'string' || !ASSET_ID.test(asset._ref))
    return incompleteDocument(
      `expected a reference to an image asset, got ${typeof asset._ref === 'string' ? 'that of another document' : describeType(asset._ref)}; correct the document in the Studio`,
    );
  const { crop, hotspot } = value as ImageSource;
  return {
    ...value,
    // A URL beside the reference would replace it.
    asset: { _ref: asset._ref },
    crop: isCrop(crop) ? crop : null,
    hotspot: isHotspot(hotspot) ? hotspot : null,
  } as ImageSource;
}

/** Reads a text of an image. @throws GraphQLError INCOMPLETE_DOCUMENT for a value other than a text */
export function imageText(value: unknown, name: string): string | null {
  if (value == null || typeof value === 'string') return value ?? null;
  throw incompleteDocument(
    `expected a text as ${name} of an image, got ${describeType(value)}; correct the document in the Studio`,
  );
}

/** Reads the placeholder of an image; null unless it is a data URL. @throws GraphQLError INCOMPLETE_DOCUMENT */
export const imagePlaceholder = ({ lqip }: ImageSource): string | null =>
  matching(PLACEHOLDER, imageText(lqip, 'placeholder'));

/** Reads the color of an image; null unless it is hexadecimal. @throws GraphQLError INCOMPLETE_DOCUMENT */
export const imageColor = ({ color }: ImageSource): string | null =>
  matching(COLOR, imageText(color, 'color'));

const matching = (pattern: RegExp, text: string | null): string | null =>
  text !== null && pattern.test(text) ? text : null;

/** Returns the pixels of the uncropped image. */
function originalSize(source: ImageSource): { width: number; height: number } {
  const [, width, height] = ASSET_ID.exec(source.asset?._ref ?? '') ?? [];
  return { width: Number(width ?? 0), height: Number(height ?? 0) };
}

/** Returns the pixels after the editor's crop. */
export function imageSize(source: ImageSource): { width: number; height: number } {
  const { width, height } = originalSize(source);
  const { left = 0, right = 0, top = 0, bottom = 0 } = source.crop ?? {};
  const cropped = (pixels: number, share: number) => Math.max(1, Math.round(pixels * (1 - share)));
  return { width: cropped(width, left + right), height: cropped(height, top + bottom) };
}

/** @throws GraphQLError BAD_USER_INPUT for a side out of range */
function checkSide(argument: string, pixels: number | null | undefined): void {
  if (pixels != null && (pixels < 1 || pixels > MAX_SIDE_PIXELS))
    throw rangeError({ argument, minimum: 1, limit: MAX_SIDE_PIXELS, actual: pixels }, 'pixels');
}

/**
 * Returns the URL of an image.
 * @throws GraphQLError BAD_USER_INPUT for a side outside 1…8192 or a quality outside 1…100
 */
export function imageUrl(options: ImageOptions, source: ImageSource, args: ImageArguments): string {
  checkSide('width', args.width);
  checkSide('height', args.height);
  if (args.quality != null && (args.quality < 1 || args.quality > MAX_QUALITY))
    throw rangeError({ argument: 'quality', minimum: 1, limit: MAX_QUALITY, actual: args.quality });
  const { projectId, dataset, baseUrl } = options;
  let url = createImageUrlBuilder({ projectId, dataset, ...(baseUrl && { baseUrl }) }).image(source as never);
  if (args.width != null) url = url.width(args.width);
  if (args.height != null) url = url.height(args.height);
  if (args.width != null && args.height != null) url = url.fit((args.fit ?? 'crop').toLowerCase() as 'crop');
  const format = (args.format ?? 'AUTO').toLowerCase();
  url = format === 'auto' ? url.auto('format') : url.format(format as 'jpg');
  if (args.quality != null) url = url.quality(args.quality);
  return url.url();
}

/** Returns the `srcset` of an image: distinct widths in ascending order, none wider than the image. */
export function imageSrcSet(
  options: ImageOptions,
  source: ImageSource,
  args: {
    widths: readonly number[];
    aspectRatio?: number | null;
    format?: string | null;
    quality?: number | null;
  },
): string {
  const { length } = args.widths;
  if (length === 0 || length > MAX_WIDTHS)
    throw rangeError({ argument: 'widths', minimum: 1, limit: MAX_WIDTHS, actual: length }, 'widths');
  if (args.aspectRatio != null && !(args.aspectRatio > 0))
    throw inputError(`aspectRatio: expected a number above 0, got ${args.aspectRatio}`, 'BAD_USER_INPUT', {
      argument: 'aspectRatio',
      actual: args.aspectRatio,
    });
  const { width: maxWidth } = imageSize(source);
  const widths = [...new Set(args.widths.map((width) => Math.min(width, maxWidth)))].sort((a, b) => a - b);
  for (const width of widths) checkSide('widths', width);
  return widths
    .map((width) => {
      const height = args.aspectRatio ? Math.max(1, Math.round(width / args.aspectRatio)) : undefined;
      return `${imageUrl(options, source, { ...args, width, height: height ?? null })} ${width}w`;
    })
    .join(', ');
}
