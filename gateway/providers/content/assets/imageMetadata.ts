import { describeType } from '../../../core/describeValue.ts';
import { incompleteDocument } from '../../../core/errors.ts';
import { ASSET_DOCUMENT, type AssetMetadata } from './assetProjection.ts';

/** The selected attributes of an image asset's document. They have any type if the document is faulty. */
export type ImageDocument = Readonly<Record<string, unknown>>;

/** The texts of a projected image and of its asset, of any type if a document is faulty. */
export interface ImageTexts {
  readonly alt?: unknown;
  readonly caption?: unknown;
  /** The selected attributes of the asset's document; absent without one. */
  readonly [ASSET_DOCUMENT]?: ImageDocument | null;
}

/**
 * The tags of `metadata.exif` that the graph has: none that identifies a device or a person. The place of a photograph is in
 * `metadata.location`, which only the expression of a model can read.
 */
const EXIF_TAGS = [
  'DateTimeOriginal',
  'ExposureTime',
  'FNumber',
  'ISO',
  'FocalLength',
  'FocalLengthIn35mmFormat',
  'LensMake',
  'LensModel',
];

/** The attributes of an image asset's document by the fields of `Image` and `ImageAsset`. */
export const IMAGE_METADATA: AssetMetadata = {
  alt: 'altText',
  placeholder: '"lqip": metadata.lqip',
  color: '"color": metadata.palette.dominant.background',
  asset: {
    type: 'ImageAsset',
    metadata: {
      title: 'title',
      altText: 'altText',
      description: 'description',
      creditLine: 'creditLine',
      originalFilename: 'originalFilename',
      mimeType: 'mimeType',
      size: 'size',
      blurHash: '"blurHash": metadata.blurHash',
      thumbHash: '"thumbHash": metadata.thumbHash',
      hasAlpha: '"hasAlpha": metadata.hasAlpha',
      isOpaque: '"isOpaque": metadata.isOpaque',
      palette: '"palette": metadata.palette',
      exif: `"exif": metadata.exif{${EXIF_TAGS.join(', ')}}`,
    },
  },
};

const PLACEHOLDER = /^data:(?:image\/[\w.+-]{1,20})?(?:;base64)?,[\w+/=]*$/;
const COLOR = /^#[\da-f]{3,8}$/i;

/** Reads a text of an image. @throws GraphQLError INCOMPLETE_DOCUMENT for a value other than a text */
export function imageText(value: unknown, name: string): string | null {
  if (value == null || typeof value === 'string') return value ?? null;
  throw incompleteDocument(
    `expected a text as ${name} of an image, got ${describeType(value)}; correct the document in the Studio`,
  );
}

/**
 * Reads the text alternative of an image: its own, also an empty one, which marks a decoration, else that of its asset.
 * @throws GraphQLError INCOMPLETE_DOCUMENT
 */
export const imageAlt = ({ alt, [ASSET_DOCUMENT]: document }: ImageTexts): string | null =>
  imageText(alt, 'alt') ?? imageText(document?.altText, 'alt');

/** Reads the caption of an image. @throws GraphQLError INCOMPLETE_DOCUMENT */
export const imageCaption = ({ caption }: ImageTexts): string | null => imageText(caption, 'caption');

/** Reads the placeholder of an image; null unless it is a data URL. @throws GraphQLError INCOMPLETE_DOCUMENT */
export const imagePlaceholder = ({ [ASSET_DOCUMENT]: document }: ImageTexts): string | null =>
  matching(PLACEHOLDER, imageText(document?.lqip, 'placeholder'));

/** Reads the color of an image; null unless it is hexadecimal. @throws GraphQLError INCOMPLETE_DOCUMENT */
export const imageColor = ({ [ASSET_DOCUMENT]: document }: ImageTexts): string | null =>
  hexadecimalColor(document?.color);

/** Reads a color; null unless it is hexadecimal. @throws GraphQLError INCOMPLETE_DOCUMENT for a value other than a text */
export const hexadecimalColor = (value: unknown): string | null => matching(COLOR, imageText(value, 'color'));

const matching = (pattern: RegExp, text: string | null): string | null =>
  text !== null && pattern.test(text) ? text : null;
