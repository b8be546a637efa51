/** Sanity's own limit: https://www.sanity.io/docs/image-urls */
export const MAX_SIDE_PIXELS = 8192;

/** Sizes in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A part of an image, in whole pixels of the original. */
export interface Area extends Size {
  readonly left: number;
  readonly top: number;
}

/** The shares of an image that are cut from its sides. */
export interface Crop {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The part of an image that a URL delivers, and the pixels to which it is scaled. */
export interface Frame {
  readonly area: Area;
  readonly width?: number;
  readonly height?: number;
}

/** A point of an image, as fractions of its width and height. */
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the part of an image that a crop leaves: at least one pixel. */
export function croppedArea({ width, height }: Size, crop: Crop | null | undefined): Area {
  const { left = 0, right = 0, top = 0, bottom = 0 } = crop ?? {};
  const across = cropSide(width, left, right);
  const down = cropSide(height, top, bottom);
  return { left: across.start, top: down.start, width: across.length, height: down.length };
}

function cropSide(pixels: number, before: number, after: number): { start: number; length: number } {
  const start = Math.min(Math.round(pixels * before), pixels - 1);
  return { start, length: Math.max(1, Math.round(pixels * (1 - after)) - start) };
}

/**
 * Returns the largest part of an area with an aspect ratio, as close around a point as the area allows, scaled to at most a
 * width, and to the limit of Sanity for each side.
 * @param ratio width divided by height
 */
export function filledFrame(
  original: Size,
  area: Area,
  { ratio, maxWidth, focus }: { readonly ratio: number; readonly maxWidth: number; readonly focus: Point },
): Required<Frame> {
  const isWider = area.width / area.height > ratio;
  const size = {
    width: isWider ? sideWithin(area.height * ratio, area.width) : area.width,
    height: isWider ? area.height : sideWithin(area.width / ratio, area.height),
  };
  const width = Math.min(maxWidth, size.width, Math.max(1, Math.floor(MAX_SIDE_PIXELS * ratio)));
  return {
    area: {
      ...size,
      left: startOf(focus.x * original.width, size.width, area.left, area.width),
      top: startOf(focus.y * original.height, size.height, area.top, area.height),
    },
    width,
    height: sideWithin(width / ratio, Math.min(size.height, MAX_SIDE_PIXELS)),
  };
}

/** Returns where a length begins around a centre, within a longer length. */
const startOf = (center: number, length: number, start: number, within: number): number =>
  Math.min(Math.max(Math.round(center - length / 2), start), start + within - length);

/** Returns a box reduced by a factor, with its aspect ratio. */
export const reducedBox = ({ width, height }: Size, factor: number): Size => ({
  width: sideWithin(width * Math.min(1, factor), width),
  height: sideWithin(height * Math.min(1, factor), height),
});

/** Rounds a side to whole pixels from 1 to a maximum. */
const sideWithin = (pixels: number, max: number): number => Math.min(max, Math.max(1, Math.round(pixels)));
