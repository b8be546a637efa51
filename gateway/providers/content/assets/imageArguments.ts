import { inputError, rangeError } from '../../../core/errors.ts';
import { MAX_SIDE_PIXELS } from './imageFrame.ts';

/** The arguments of an image URL; sizes are in pixels. */
export interface ImageArguments {
  readonly width?: number | null;
  readonly height?: number | null;
  readonly fit?: string | null;
  readonly format?: string | null;
  readonly quality?: number | null;
}

/** The arguments of a `srcset`. */
export interface SrcSetArguments extends Pick<ImageArguments, 'format' | 'quality'> {
  /** Pixels. */
  readonly widths: readonly number[];
  /** Width divided by height. */
  readonly aspectRatio?: number | null;
}

const MAX_WIDTHS = 12;
const MAX_QUALITY = 100;

/** @throws GraphQLError BAD_USER_INPUT for a side out of range */
function checkSide(argument: string, pixels: number | null | undefined): void {
  if (pixels != null && (pixels < 1 || pixels > MAX_SIDE_PIXELS))
    throw rangeError({ argument, minimum: 1, limit: MAX_SIDE_PIXELS, actual: pixels }, 'pixels');
}

/** @throws GraphQLError BAD_USER_INPUT for a quality outside 1…100 */
function checkQuality(quality: number | null | undefined): void {
  if (quality != null && (quality < 1 || quality > MAX_QUALITY))
    throw rangeError({ argument: 'quality', minimum: 1, limit: MAX_QUALITY, actual: quality });
}

/** @throws GraphQLError BAD_USER_INPUT for a side outside 1…8192 or a quality outside 1…100 */
export function checkImageArguments({ width, height, quality }: ImageArguments): void {
  checkSide('width', width);
  checkSide('height', height);
  checkQuality(quality);
}

/**
 * @throws GraphQLError BAD_USER_INPUT for a wrong number of widths, a width outside 1…8192, a ratio that is not above 0 or a
 * quality outside 1…100
 */
export function checkSrcSetArguments({ widths, aspectRatio, quality }: SrcSetArguments): void {
  const { length } = widths;
  if (length === 0 || length > MAX_WIDTHS)
    throw rangeError({ argument: 'widths', minimum: 1, limit: MAX_WIDTHS, actual: length }, 'widths');
  for (const width of widths) checkSide('widths', width);
  if (aspectRatio != null && !(aspectRatio > 0))
    throw inputError(`aspectRatio: expected a number above 0, got ${aspectRatio}`, 'BAD_USER_INPUT', {
      argument: 'aspectRatio',
      actual: aspectRatio,
    });
  checkQuality(quality);
}
