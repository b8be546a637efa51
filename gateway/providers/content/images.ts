import { createImageUrlBuilder } from '@sanity/image-url';
import type { GraphQLObjectType } from 'graphql';
import { incompleteDocument, inputError } from '../../core/errors.ts';
import { type Condition, collectFields, type Selection } from '../../core/selection.ts';
import { isObject, objectOf, type Validator } from '../../core/validators.ts';
import { type Groq, groqObject, groqWhen } from './groq/groq.ts';
import type { Projector } from './projector.ts';
import { IMAGE_ASSET } from './tags.ts';

/** A picture as a document holds it, with what is asked of its asset. */
export interface ImageSource {
  readonly asset?: { readonly _ref: string } | null;
  readonly crop?: { left: number; right: number; top: number; bottom: number } | null;
  readonly hotspot?: { x: number; y: number; width: number; height: number } | null;
  /** Texts, unless the document is faulty. */
  readonly alt?: unknown;
  readonly caption?: unknown;
  readonly lqip?: unknown;
  readonly color?: unknown;
}

/** Where pictures are served from, and whose they are. */
export interface ImageOptions {
  readonly projectId: string;
  readonly dataset: string;
  /** Another host than the content service's own CDN. */
  readonly baseUrl?: string | undefined;
}

/** Arguments that name a picture's shape, in pixels. */
interface ImageArguments {
  readonly width?: number | null;
  readonly height?: number | null;
  readonly fit?: string | null;
  readonly format?: string | null;
  readonly quality?: number | null;
}

/** The largest side the image service renders (https://www.sanity.io/docs/image-urls). */
const LARGEST_SIDE = 8192;
const MOST_WIDTHS = 12;

/** What each field of `Image` needs beyond what every picture carries. */
const EXTRAS: Readonly<Record<string, string>> = {
  placeholder: '"lqip": asset->metadata.lqip',
  color: '"color": asset->metadata.palette.dominant.background',
};

/** The projection of a picture; its asset is followed only when a field needs it. */
export function imageProjection(projector: Projector, selections: readonly Selection[]): Groq {
  const type = projector.schema.getType('Image') as GraphQLObjectType;
  const conditions = new Map<string, Condition[]>();
  for (const { node, when } of [...collectFields(projector, type, selections).values()].flat()) {
    const extra = EXTRAS[node.name.value];
    // Whatever the alias, the attribute is the same: it is needed where any of them is asked for.
    if (extra) projector.reads.add(IMAGE_ASSET);
    if (extra) conditions.set(extra, [...(conditions.get(extra) ?? []), when]);
  }
  const extras = [...conditions].map(([extra, when]) => groqWhen(when, extra));
  return groqObject(['asset', 'crop', 'hotspot', 'alt', 'caption', ...extras]);
}

/** The name of an asset, which tells its size: `image-<hash>-1600x1000-jpg`. */
const ASSET = /^image-[^-]+-(\d+)x(\d+)-[a-z0-9]+$/;
const isNumber: Validator = Number.isFinite;
const CROP = objectOf({ left: isNumber, right: isNumber, top: isNumber, bottom: isNumber });
const HOTSPOT = objectOf({ x: isNumber, y: isNumber });

/**
 * A picture as a document holds it; null where it holds none, an error where it refers to something else. A crop or a
 * hotspot that cannot be read counts for nothing.
 */
export function readImage(value: unknown): ImageSource | Error | null {
  const asset = isObject(value) && isObject(value.asset) ? value.asset : {};
  if (!isObject(value) || asset._ref == null || asset._ref === '') return null;
  if (typeof asset._ref !== 'string' || !ASSET.test(asset._ref))
    return incompleteDocument(
      'expected a reference to a picture, got one to something else; the document must be mended',
    );
  const { crop, hotspot } = value as ImageSource;
  return {
    ...value,
    crop: CROP(crop) ? crop : null,
    hotspot: HOTSPOT(hotspot) ? hotspot : null,
  } as ImageSource;
}

/** Words that are told of a picture. @throws GraphQLError INCOMPLETE_DOCUMENT where they are none */
export function imageText(value: unknown, name: string): string | null {
  if (value == null || typeof value === 'string') return value ?? null;
  throw incompleteDocument(
    `expected a text as ${name} of a picture, got a value of another kind; the document must be mended`,
  );
}

/** Width and height in pixels of the uncropped picture. */
function originalSize(source: ImageSource): { width: number; height: number } {
  const [, width, height] = ASSET.exec(source.asset?._ref ?? '') ?? [];
  return { width: Number(width ?? 0), height: Number(height ?? 0) };
}

/** Width and height in pixels after the editor's crop. */
export function imageSize(source: ImageSource): { width: number; height: number } {
  const { width, height } = originalSize(source);
  const { left = 0, right = 0, top = 0, bottom = 0 } = source.crop ?? {};
  return { width: Math.round(width * (1 - left - right)), height: Math.round(height * (1 - top - bottom)) };
}

/**
 * The address of a picture in a shape.
 * @throws GraphQLError BAD_USER_INPUT for sides outside 1…8192 and qualities outside 1…100.
 */
export function imageUrl(options: ImageOptions, source: ImageSource, args: ImageArguments): string {
  for (const [name, value] of [
    ['width', args.width],
    ['height', args.height],
  ] as const) {
    if (value != null && (value < 1 || value > LARGEST_SIDE))
      throw inputError(`expected a ${name} of 1 to ${LARGEST_SIDE} pixels, got ${value}`);
  }
  if (args.quality != null && (args.quality < 1 || args.quality > 100))
    throw inputError(`expected a quality of 1 to 100, got ${args.quality}`);
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

/** A `srcset` of a picture: each width once, none wider than the picture, in ascending order. */
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
  if (args.widths.length === 0 || args.widths.length > MOST_WIDTHS)
    throw inputError(`expected 1 to ${MOST_WIDTHS} widths, got ${args.widths.length}`);
  if (args.aspectRatio != null && !(args.aspectRatio > 0))
    throw inputError(`expected an aspectRatio above 0, got ${args.aspectRatio}`);
  const { width: own } = imageSize(source);
  const widths = [...new Set(args.widths.map((width) => Math.min(width, own)))].sort((a, b) => a - b);
  return widths
    .map((width) => {
      const height = args.aspectRatio ? Math.max(1, Math.round(width / args.aspectRatio)) : undefined;
      return `${imageUrl(options, source, { ...args, width, height: height ?? null })} ${width}w`;
    })
    .join(', ');
}
