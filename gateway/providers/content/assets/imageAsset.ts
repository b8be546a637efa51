import { isTime } from '../../../core/model/dateTime.ts';
import { isObject, MAX_INT } from '../../../core/validators.ts';
import { type FindSources, sourceAt, sourcesAt, withSources } from '../../../core/valueSources.ts';
import { ASSET_DOCUMENT } from './assetProjection.ts';
import { assetSources, assetText } from './assetTexts.ts';
import { hexadecimalColor } from './imageMetadata.ts';
import { type ImageSource, imageExtension, originalSize } from './images.ts';

/** Values that Sanity computes, of any type if the document of an asset is faulty. */
type Computed = Readonly<Record<string, unknown>>;

/** Returns a resolver of a value that Sanity computes: null if it has another type. */
const computed = <T>(name: string, isValue: (value: unknown) => value is T) =>
  withSources(({ [ASSET_DOCUMENT]: document }: ImageSource): T | null => {
    const value = document?.[name];
    return isValue(value) ? value : null;
  }, assetSources(name));

const isNumber = (value: unknown): value is number => Number.isFinite(value);
const isString = (value: unknown): value is string => typeof value === 'string';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';

const tag = <T>(name: string, isValue: (value: unknown) => value is T) =>
  withSources(
    (exif: Computed): T | null => {
      const value = exif[name];
      return isValue(value) ? value : null;
    },
    (exif) => sourcesAt(exif, name),
  );
const isInt = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) <= MAX_INT;

/** Returns the object with a name in another one, null for other values. Its values have sources, and it has none itself. */
const objectIn = (container: Computed | null | undefined, name: string): Computed | null => {
  const value = container?.[name];
  return isObject(value) ? value : null;
};
const swatchColor = (name: string) =>
  withSources(
    (colors: Computed) => hexadecimalColor(colors[name]),
    (colors) => sourcesAt(colors, name),
  );
const SWATCHES = [
  'dominant',
  'vibrant',
  'lightVibrant',
  'darkVibrant',
  'muted',
  'lightMuted',
  'darkMuted',
] as const;

/** The asset of an image that is read has no sources itself. */
const referenceSources: FindSources = (image) => {
  const source = sourceAt(image, 'asset');
  return source ? [{ path: [], source: { ...source, path: `${source.path}['_ref']` } }] : [];
};

/** The resolvers of `ImageAsset`, whose parent value is the image, and of the objects in it. */
export const imageAssetResolvers = {
  ImageAsset: {
    assetId: withSources(({ asset }: ImageSource) => asset?._ref, referenceSources),
    extension: imageExtension,
    width: (source: ImageSource) => originalSize(source).width,
    height: (source: ImageSource) => originalSize(source).height,
    title: assetText('title'),
    altText: assetText('altText'),
    description: assetText('description'),
    creditLine: assetText('creditLine'),
    originalFilename: assetText('originalFilename'),
    mimeType: computed('mimeType', isString),
    size: computed('size', isNumber),
    blurHash: computed('blurHash', isString),
    thumbHash: computed('thumbHash', isString),
    hasAlpha: computed('hasAlpha', isBoolean),
    isOpaque: computed('isOpaque', isBoolean),
    palette: (source: ImageSource) => objectIn(source[ASSET_DOCUMENT], 'palette'),
    exif: (source: ImageSource) => objectIn(source[ASSET_DOCUMENT], 'exif'),
  },
  ImagePalette: Object.fromEntries(
    SWATCHES.map((name) => [name, (palette: Computed) => objectIn(palette, name)]),
  ),
  ImageSwatch: {
    background: swatchColor('background'),
    foreground: swatchColor('foreground'),
    title: swatchColor('title'),
    population: tag('population', isNumber),
  },
  ImageExif: {
    takenAt: tag('DateTimeOriginal', (value): value is string => isTime(value)),
    exposureTime: tag('ExposureTime', isNumber),
    fNumber: tag('FNumber', isNumber),
    iso: tag('ISO', isInt),
    focalLength: tag('FocalLength', isNumber),
    focalLengthIn35mm: tag('FocalLengthIn35mmFormat', isNumber),
    lensMake: tag('LensMake', isString),
    lensModel: tag('LensModel', isString),
  },
};
