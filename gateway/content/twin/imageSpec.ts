import { httpError } from './errors.ts';

/** Pixels of a side that may be asked for (https://www.sanity.io/docs/apis-and-sdks/image-urls). */
const LONGEST_SIDE = 8_192;
const DEFAULT_QUALITY = 75;

const FITS = ['clip', 'crop', 'fill', 'fillmax', 'max', 'scale', 'min'] as const;
const FORMATS = ['jpg', 'pjpg', 'png', 'webp', 'avif'] as const;
const CROPS = ['top', 'bottom', 'left', 'right', 'center', 'entropy', 'focalpoint'] as const;

/** What an address asks to be done to an image. */
export interface ImageSpec {
  /** A part of the original, in its pixels. */
  rect: { left: number; top: number; width: number; height: number } | undefined;
  /** In pixels, `dpr` already reckoned in. */
  width: number | undefined;
  height: number | undefined;
  maxWidth: number | undefined;
  maxHeight: number | undefined;
  fit: (typeof FITS)[number];
  crop: (typeof CROPS)[number];
  /** The point to keep in view, as fractions. */
  focus: { x: number; y: number };
  format: (typeof FORMATS)[number] | undefined;
  /** The best format the asker accepts. */
  auto: boolean;
  quality: number;
  /** 0–2000. */
  blur: number;
  /** 0–100. */
  sharpen: number;
  invert: boolean;
  /** −100 takes all colour away. */
  saturation: number | undefined;
  flip: { horizontal: boolean; vertical: boolean };
  /** Degrees clockwise. */
  turn: 0 | 90 | 180 | 270;
  /** Hexadecimal, without `#`. */
  background: string | undefined;
  /** In pixels. */
  pad: number;
  /** The name under which to save it. */
  download: string | undefined;
}

/**
 * Reads the query of an image's address, as `@sanity/image-url` writes it.
 * @throws ApiError 400 that names the parameter that cannot be
 */
export function readImageSpec(query: URLSearchParams): ImageSpec {
  const dpr = number(query, 'dpr', 0.1, 3) ?? 1;
  const side = (name: string) => scaled(number(query, name, 1, LONGEST_SIDE), dpr);
  const flip = query.get('flip') ?? '';
  return {
    rect: rect(query.get('rect')),
    width: side('w'),
    height: side('h'),
    maxWidth: side('max-w'),
    maxHeight: side('max-h'),
    fit: oneOf(query, 'fit', FITS) ?? 'clip',
    crop: oneOf(query, 'crop', CROPS) ?? (query.has('fp-x') || query.has('fp-y') ? 'focalpoint' : 'center'),
    focus: { x: number(query, 'fp-x', 0, 1) ?? 0.5, y: number(query, 'fp-y', 0, 1) ?? 0.5 },
    format: oneOf(query, 'fm', FORMATS),
    auto: oneOf(query, 'auto', ['format']) === 'format',
    quality: Math.max(1, number(query, 'q', 0, 100) ?? DEFAULT_QUALITY),
    blur: number(query, 'blur', 0, 2_000) ?? 0,
    sharpen: number(query, 'sharp', 0, 100) ?? 0,
    invert: query.get('invert') === 'true',
    saturation: number(query, 'sat', -100, 100),
    flip: { horizontal: flip.includes('h'), vertical: flip.includes('v') },
    turn: Number(oneOf(query, 'or', ['0', '90', '180', '270']) ?? 0) as ImageSpec['turn'],
    background: background(query.get('bg')),
    pad: number(query, 'pad', 0, LONGEST_SIDE / 2) ?? 0,
    download: query.has('dl') ? (query.get('dl') ?? '') : undefined,
  };
}

function number(query: URLSearchParams, name: string, least: number, most: number): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  const value = Number(text);
  if (Number.isFinite(value) && value >= least && value <= most) return value;
  throw invalid(name, `a number from ${least} to ${most}`, text);
}

function scaled(side: number | undefined, dpr: number): number | undefined {
  return side === undefined ? undefined : Math.min(LONGEST_SIDE, Math.max(1, Math.round(side * dpr)));
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

function rect(text: string | null): ImageSpec['rect'] {
  if (text === null) return undefined;
  const [left, top, width, height] = text.split(',').map(Number) as [number, number, number, number];
  const whole = [left, top, width, height].every((side) => Number.isInteger(side) && side >= 0);
  if (whole && width > 0 && height > 0) return { left, top, width, height };
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
