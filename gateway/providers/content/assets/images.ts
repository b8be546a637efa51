import { createImageUrlBuilder } from '@sanity/image-url';
import { IMAGE_ASSET } from '../../../core/model/unionMembers.ts';
import type { Selection } from '../../../core/selection.ts';
import { objectOf, orNull, type Validator } from '../../../core/validators.ts';
import type { Groq } from '../groq/groq.ts';
import type { Projector } from '../groq/projector.ts';
import { type AssetType, assetProjection } from './assetProjection.ts';
import { type AssetKind, readAssetId, type WrongAsset } from './assetReference.ts';
import type { AssetSource } from './assetTexts.ts';
import {
  checkImageArguments,
  checkSrcSetArguments,
  type ImageArguments,
  type SrcSetArguments,
} from './imageArguments.ts';
import {
  type Area,
  type Crop,
  croppedArea,
  type Frame,
  filledFrame,
  reducedBox,
  type Size,
} from './imageFrame.ts';
import { IMAGE_METADATA } from './imageMetadata.ts';
import type { IsOtherType } from './otherTypes.ts';

/** A projected image: the document's value and the selected metadata of its asset. */
export interface ImageSource extends AssetSource {
  readonly crop?: Crop | null;
  readonly hotspot?: { x: number; y: number; width: number; height: number } | null;
}

/** The project and host of the URLs of images and files. */
export interface ImageOptions {
  readonly projectId: string;
  readonly dataset: string;
  /** Default: Sanity's image CDN. */
  readonly baseUrl?: string | undefined;
}

const IMAGE: AssetType = {
  name: 'Image',
  documentType: IMAGE_ASSET,
  attributes: ['asset', 'crop', 'hotspot', 'alt', 'caption'],
  metadata: IMAGE_METADATA,
};

/** Returns the projection of an image. */
export const imageProjection = (projector: Projector, selections: readonly Selection[]): Groq =>
  assetProjection(projector, IMAGE, selections);

/** The id of an image asset contains its size: `image-<hash>-1600x1000-jpg`. A side has 1 to 99,999 pixels. */
const ASSET_ID = /^image-\w{1,200}-([1-9]\d{0,4})x([1-9]\d{0,4})-([a-z0-9]{1,10})$/;
const IMAGE_KIND: AssetKind = { expected: 'an image', type: 'image', pattern: ASSET_ID };
/** The format of vector images: Sanity delivers them as they are, without crops and sizes. */
const VECTOR_FORMAT = 'svg';
const CENTER = { x: 0.5, y: 0.5 };
const isShare: Validator = (value) => typeof value === 'number' && value >= 0 && value <= 1;
const hasShares = objectOf({ left: isShare, right: isShare, top: isShare, bottom: isShare });
/** A crop that leaves a part of the image. */
const isCrop = (value: unknown): boolean => {
  const { left, right, top, bottom } = (value ?? {}) as Crop;
  return hasShares(value) && left + right < 1 && top + bottom < 1;
};
const isHotspot = objectOf({ x: isShare, y: isShare, width: orNull(isShare), height: orNull(isShare) });

/**
 * Reads a projected image: null if there is none, an error if it has no reference to an image asset. An invalid crop or
 * hotspot is ignored.
 */
export function readImage(value: unknown, isOtherType: IsOtherType): ImageSource | WrongAsset | null {
  const ref = readAssetId(value, IMAGE_KIND, isOtherType);
  if (typeof ref !== 'string') return ref;
  const { crop, hotspot } = value as ImageSource;
  return {
    ...(value as ImageSource),
    // A URL beside the reference would replace it.
    asset: { _ref: ref },
    crop: isCrop(crop) ? (crop as Crop) : null,
    hotspot: isHotspot(hotspot) ? (hotspot as NonNullable<ImageSource['hotspot']>) : null,
  };
}

/** An image as its URLs see it: the size and format of the original, and the part that the editor's crop leaves. */
interface Original extends Size {
  readonly isVector: boolean;
  readonly area: Area;
}

function originalOf(source: ImageSource): Original {
  const [, width, height, format] = ASSET_ID.exec(source.asset?._ref ?? '') ?? [];
  const size = { width: Number(width ?? 1), height: Number(height ?? 1) };
  const isVector = format === VECTOR_FORMAT;
  return { ...size, isVector, area: croppedArea(size, isVector ? null : source.crop) };
}

/** Returns the pixels of the original. */
export const originalSize = (source: ImageSource): Size => originalOf(source);

/** Returns the format in the id of an image, e.g. `jpg`. */
export const imageExtension = ({ asset }: ImageSource): string => ASSET_ID.exec(asset?._ref ?? '')?.[3] ?? '';

/** Returns the pixels after the editor's crop; the pixels of the original for a vector image. */
export function imageSize(source: ImageSource): Size {
  const { width, height } = originalOf(source).area;
  return { width, height };
}

/**
 * Returns the URL of an image. It applies the editor's crop, and a second crop to the box for the fit `CROP` alone. It never
 * enlarges: a box that is larger than the image is reduced, with its aspect ratio.
 * @throws GraphQLError BAD_USER_INPUT for a side outside 1…8192 or a quality outside 1…100
 */
export function imageUrl(options: ImageOptions, source: ImageSource, args: ImageArguments): string {
  checkImageArguments(args);
  const original = originalOf(source);
  const fit = args.width != null && args.height != null ? (args.fit ?? 'CROP') : null;
  const { format = null, quality = null } = args;
  return urlOf(options, source, original, { ...frameOf(source, original, args), fit, format, quality });
}

/** Returns the part of an image, and its size, that the arguments of a URL ask for. */
function frameOf(source: ImageSource, original: Original, { width, height, fit }: ImageArguments): Frame {
  const { area } = original;
  if (width == null || height == null)
    return {
      area,
      ...(width != null && { width: Math.min(width, area.width) }),
      ...(height != null && { height: Math.min(height, area.height) }),
    };
  const box = { width, height };
  const factors = [area.width / width, area.height / height] as const;
  // Sanity itself does not enlarge for this fit.
  if (fit === 'MAX') return { area, ...box };
  if (fit === 'SCALE') return { area, ...reducedBox(box, Math.min(...factors)) };
  if (fit === 'FILL') return { area, ...reducedBox(box, Math.max(...factors)) };
  const focus = source.hotspot ?? CENTER;
  return filledFrame(original, area, { ratio: width / height, maxWidth: width, focus });
}

/** Writes the URL of a frame; the URL of the original for a vector image. */
function urlOf(
  { projectId, dataset, baseUrl }: ImageOptions,
  source: ImageSource,
  { isVector }: Original,
  frame: Frame & Pick<ImageArguments, 'fit' | 'format' | 'quality'>,
): string {
  const asset = { _ref: source.asset?._ref as string };
  let url = createImageUrlBuilder({ projectId, dataset, ...(baseUrl && { baseUrl }) }).image({ asset });
  if (isVector) return url.url();
  const { left, top, width, height } = frame.area;
  url = url.rect(left, top, width, height);
  if (frame.width != null) url = url.width(frame.width);
  if (frame.height != null) url = url.height(frame.height);
  if (frame.fit) url = url.fit(frame.fit.toLowerCase() as 'crop');
  const format = (frame.format ?? 'AUTO').toLowerCase();
  url = format === 'auto' ? url.auto('format') : url.format(format as 'jpg');
  if (frame.quality != null) url = url.quality(frame.quality);
  return url.url();
}

/**
 * Returns the `srcset` of an image: distinct widths in ascending order, none wider than the image, or than its largest part
 * with the aspect ratio. A vector image has one entry.
 * @throws GraphQLError BAD_USER_INPUT
 */
export function imageSrcSet(options: ImageOptions, source: ImageSource, args: SrcSetArguments): string {
  checkSrcSetArguments(args);
  const original = originalOf(source);
  if (original.isVector)
    return `${urlOf(options, source, original, { area: original.area })} ${original.width}w`;
  const { aspectRatio: ratio, format = null, quality = null } = args;
  const focus = source.hotspot ?? CENTER;
  const frames = new Map<number, Frame>();
  for (const maxWidth of args.widths.toSorted((a, b) => a - b)) {
    const { area } = original;
    const frame = ratio
      ? filledFrame(original, area, { ratio, maxWidth, focus })
      : { area, width: Math.min(maxWidth, area.width) };
    frames.set(frame.width, frame);
  }
  const fit = ratio ? 'CROP' : null;
  return [...frames]
    .map(
      ([width, frame]) => `${urlOf(options, source, original, { ...frame, fit, format, quality })} ${width}w`,
    )
    .join(', ');
}
