import { httpError } from '../api/apiError.ts';

/** Maximum side of an image (https://www.sanity.io/docs/apis-and-sdks/image-urls). */
const MAX_SIDE_PIXELS = 8_192;
const DEFAULT_QUALITY = 75;

const FITS = ['clip', 'crop', 'fill', 'fillmax', 'max', 'scale', 'min'] as const;
const FORMATS = ['jpg', 'pjpg', 'png', 'webp', 'avif'] as const;
/** Parts of an image that a crop keeps; edges can be combined, e.g. `top,left`. */
const CROPS = ['top', 'bottom', 'left', 'right', 'center', 'entropy', 'focalpoint'] as const;
type Crop = (typeof CROPS)[number];
const EDGES: readonly Crop[] = ['top', 'bottom', 'left', 'right'];

/** The transformation of an image URL. */
export interface ImageSpec {
  /** Part of the original, in pixels. */
  rect: { left: number; top: number; width: number; height: number } | undefined;
  /** Pixels, already multiplied by `dpr`. */
  width: number | undefined;
  height: number | undefined;
  maxWidth: number | undefined;
  maxHeight: number | undefined;
  minWidth: number | undefined;
  minHeight: number | undefined;
  fit: (typeof FITS)[number];
  crop: readonly Crop[];
  /** Focal point, as fractions. */
  focus: { x: number; y: number };
  format: (typeof FORMATS)[number] | undefined;
  /** True if the best format that the client accepts is chosen. */
  auto: boolean;
  quality: number;
  /** From 0 to 2000. */
  blur: number;
  /** From 0 to 100. */
  sharpen: number;
  invert: boolean;
  /** −100 removes all colour. */
  saturation: number | undefined;
  flip: { horizontal: boolean; vertical: boolean };
  /** Degrees clockwise. */
  rotation: 0 | 90 | 180 | 270;
  /** Hexadecimal, without `#`. */
  background: string | undefined;
  /** Pixels. */
  pad: number;
  /** Name of the downloaded file. */
  download: string | undefined;
}

/**
 * Parses the query of an image URL, as written by `@sanity/image-url`.
 * @throws ApiError 400 with the invalid parameter
 */
export function readImageSpec(query: URLSearchParams): ImageSpec {
  const dpr = number(query, 'dpr', 0.1, 3) ?? 1;
  const side = (name: string) => scaled(number(query, name, 1, MAX_SIDE_PIXELS), dpr);
  const flip = query.get('flip') ?? '';
  return {
    rect: rect(query.get('rect')),
    width: side('w'),
    height: side('h'),
    maxWidth: side('max-w'),
    maxHeight: side('max-h'),
    minWidth: side('min-w'),
    minHeight: side('min-h'),
    fit: oneOf(query, 'fit', FITS) ?? 'clip',
    crop: crop(query),
    focus: { x: number(query, 'fp-x', 0, 1) ?? 0.5, y: number(query, 'fp-y', 0, 1) ?? 0.5 },
    format: oneOf(query, 'fm', FORMATS),
    auto: oneOf(query, 'auto', ['format']) === 'format',
    quality: Math.max(1, number(query, 'q', 0, 100) ?? DEFAULT_QUALITY),
    blur: number(query, 'blur', 0, 2_000) ?? 0,
    sharpen: number(query, 'sharp', 0, 100) ?? 0,
    invert: query.get('invert') === 'true',
    saturation: number(query, 'sat', -100, 100),
    flip: { horizontal: flip.includes('h'), vertical: flip.includes('v') },
    rotation: Number(oneOf(query, 'or', ['0', '90', '180', '270']) ?? 0) as ImageSpec['rotation'],
    background: background(query.get('bg')),
    pad: number(query, 'pad', 0, MAX_SIDE_PIXELS / 2) ?? 0,
    download: query.has('dl') ? (query.get('dl') ?? '') : undefined,
  };
}

function number(query: URLSearchParams, name: string, min: number, max: number): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const value = Number(text);
  if (Number.isFinite(value) && value >= min && value <= max) return value;
  throw invalid(name, `a number from ${min} to ${max}`, text);
}

function scaled(side: number | undefined, dpr: number): number | undefined {
  return side === undefined ? undefined : Math.min(MAX_SIDE_PIXELS, Math.max(1, Math.round(side * dpr)));
}

function oneOf<const T extends string>(
  query: URLSearchParams,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if ((allowed as readonly string[]).includes(text)) return text as T;
  throw invalid(name, `one of ${allowed.join(', ')}`, text);
}

function crop(query: URLSearchParams): readonly Crop[] {
  const text = query.get('crop');
  if (text === null) return [query.has('fp-x') || query.has('fp-y') ? 'focalpoint' : 'center'];
  const parts = text.split(',') as Crop[];
  const isOne = parts.length === 1 && CROPS.includes(parts[0] as Crop);
  if (isOne || parts.every((part) => EDGES.includes(part))) return parts;
  throw invalid(
    'crop',
    `one of ${CROPS.join(', ')}, or several of ${EDGES.join(', ')} joined by commas`,
    text,
  );
}

function rect(text: string | null): ImageSpec['rect'] {
  if (text === null) return undefined;
  const [left, top, width, height] = text.split(',').map(Number) as [number, number, number, number];
  const areIntegers = [left, top, width, height].every((side) => Number.isInteger(side) && side >= 0);
  if (areIntegers && width > 0 && height > 0) return { left, top, width, height };
  throw invalid('rect', 'left,top,width,height in pixels', text);
}

function background(text: string | null): string | undefined {
  if (text === null) return undefined;
  if (/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text)) return text;
  throw invalid('bg', 'a colour of 3, 4, 6 or 8 hexadecimal digits', text);
}

function invalid(name: string, expected: string, got: string): Error {
  return httpError(
    400,
    `Invalid parameter ${name}: expected ${expected}, got ${JSON.stringify(got.slice(0, 80))}`,
  );
}
