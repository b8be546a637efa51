import { type ExifTags, type ExifValue, readExifTags } from './exifTags.ts';

/** The tags in `metadata.exif`. */
const NAMES: Readonly<Record<number, string>> = {
  33434: 'ExposureTime',
  33437: 'FNumber',
  34850: 'ExposureProgram',
  34855: 'ISO',
  36864: 'ExifVersion',
  36867: 'DateTimeOriginal',
  36868: 'DateTimeDigitized',
  37377: 'ShutterSpeedValue',
  37378: 'ApertureValue',
  37379: 'BrightnessValue',
  37380: 'ExposureBiasValue',
  37381: 'MaxApertureValue',
  37383: 'MeteringMode',
  37384: 'LightSource',
  37385: 'Flash',
  37386: 'FocalLength',
  40961: 'ColorSpace',
  40962: 'PixelXDimension',
  40963: 'PixelYDimension',
  41495: 'SensingMethod',
  41986: 'ExposureMode',
  41987: 'WhiteBalance',
  41989: 'FocalLengthIn35mmFormat',
  41990: 'SceneCaptureType',
  42034: 'LensSpecification',
  42035: 'LensMake',
  42036: 'LensModel',
};
/** `2017:03:25 18:30:00` */
const DATE_TIME = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/;
const GPS = {
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
  altitudeRef: 5,
  altitude: 6,
} as const;

/** What the EXIF data of an image tells about its photograph, as attributes of the image's metadata. */
export interface Photograph {
  readonly exif?: Readonly<Record<string, unknown>>;
  readonly location?: Readonly<Record<string, unknown>>;
}

/** Returns the attributes `exif` and `location` of the metadata of an image. @param data its EXIF data */
export function photographOf(data: Buffer | undefined): Photograph {
  if (data === undefined) return {};
  const { exif, gps } = readExifTags(data);
  const location = locationOf(gps);
  return {
    ...(exif.size > 0 && { exif: { _type: 'sanity.imageExifMetadata', ...namedTags(exif) } }),
    ...(location && { location }),
  };
}

function namedTags(tags: ExifTags): Record<string, ExifValue> {
  return Object.fromEntries(
    [...tags].flatMap(([tag, value]): [string, ExifValue][] => {
      const name = NAMES[tag];
      const [, year, month, day, time] = DATE_TIME.exec(String(value)) ?? [];
      // JSON has no infinite numbers, which a fraction over 0 gives.
      if (name === undefined || [value].flat().some((part) => !isPossible(part))) return [];
      return [[name, year === undefined ? value : `${year}-${month}-${day}T${time}.000Z`]];
    }),
  );
}

const isPossible = (value: unknown) => typeof value === 'string' || Number.isFinite(value);

function locationOf(gps: ExifTags): Photograph['location'] {
  const lat = degrees(gps.get(GPS.latitude), gps.get(GPS.latitudeRef) === 'S');
  const lng = degrees(gps.get(GPS.longitude), gps.get(GPS.longitudeRef) === 'W');
  if (lat === undefined || lng === undefined) return undefined;
  const altitude = gps.get(GPS.altitude);
  const isBelowSea = gps.get(GPS.altitudeRef) === 1;
  return {
    _type: 'geopoint',
    lat,
    lng,
    ...(typeof altitude === 'number' &&
      Number.isFinite(altitude) && { alt: isBelowSea ? -altitude : altitude }),
  };
}

function degrees(value: ExifValue | undefined, isNegative: boolean): number | undefined {
  if (!Array.isArray(value)) return undefined;
  const [whole = Number.NaN, minutes = 0, seconds = 0] = value as number[];
  const sum = whole + minutes / 60 + seconds / 3600;
  return Number.isFinite(sum) ? (isNegative ? -sum : sum) : undefined;
}
