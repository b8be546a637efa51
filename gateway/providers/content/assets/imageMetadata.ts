import { ofText, sourcesAt, withSources } from '../../../core/valueSources.ts';
import { ASSET_DOCUMENT, type AssetMetadata } from './assetProjection.ts';
import { type AssetSource, assetSources, assetText, ownText } from './assetTexts.ts';

/**
 * The tags of `metadata.exif` that the graph has. They identify no device and no person. The place of a photograph is in
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

const ownAlt = ownText('alt');
const assetAlt = assetText('altText');

/** Resolves the text alternative of an image: its own, also an empty text, which marks a decoration, else the text of its asset. */
export const imageAlt: typeof ownAlt = withSources<typeof ownAlt>(
  (...resolved) => ownAlt(...resolved) ?? assetAlt(...resolved),
  ofText((source) => {
    const own = sourcesAt(source, 'alt');
    return own.length > 0 ? own : assetSources('altText')(source, '');
  }),
);

/** Reads the placeholder of an image, which Sanity computes; null unless it is a data URL. */
export const imagePlaceholder = withSources(
  ({ [ASSET_DOCUMENT]: document }: AssetSource): string | null => matching(PLACEHOLDER, document?.lqip),
  assetSources('lqip'),
);

/** Reads the color of an image, which Sanity computes; null unless it is hexadecimal. */
export const imageColor = withSources(
  ({ [ASSET_DOCUMENT]: document }: AssetSource): string | null => hexadecimalColor(document?.color),
  assetSources('color'),
);

/** Returns a color; null for a value that is not hexadecimal. */
export const hexadecimalColor = (value: unknown): string | null => matching(COLOR, value);

const matching = (pattern: RegExp, value: unknown): string | null =>
  typeof value === 'string' && pattern.test(value) ? value : null;
