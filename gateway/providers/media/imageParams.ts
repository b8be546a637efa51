import { inputError, rangeError } from '../../core/errors.ts';

/** The parameters of a Mux image URL. */
export type ImageParams = Readonly<Record<string, string>>;

/** Sizes in pixels, time in seconds of the video. Default format: WebP. */
export interface PosterOptions {
  width?: number | null | undefined;
  height?: number | null | undefined;
  time?: number | null | undefined;
  format?: 'jpg' | 'png' | 'webp' | undefined;
}

/** Width in pixels, times in seconds of the video. */
export interface AnimatedOptions {
  width?: number | null | undefined;
  start?: number | null | undefined;
  end?: number | null | undefined;
}

// Mux's limits: https://www.mux.com/docs/guides/get-images-from-a-video
const MAX_POSTER_PIXELS = 4096;
const MAX_ANIMATED_PIXELS = 640;
const MAX_ANIMATED_SECONDS = 10;
const MIN_ANIMATED_SECONDS = 0.25;
const DEFAULT_ANIMATED_SECONDS = 5;
/** Mux has no picture at the end of a video; this much before it, the last picture is shown. */
const LAST_STILL_SECONDS = 0.1;
/** No video is longer. */
const MAX_TIME_SECONDS = 24 * 60 * 60;
/** Makes 10.41 of 10.409999, in milliseconds. */
const ROUNDING = 1e-6;

/**
 * Returns the parameters of a thumbnail. A time at or after the end becomes the time of the last picture.
 * @param duration seconds of the video
 * @throws GraphQLError BAD_USER_INPUT for options outside the limits
 */
export function posterParams(
  { width, height, time }: PosterOptions,
  duration: number | undefined,
): ImageParams {
  checkPixels('width', width, MAX_POSTER_PIXELS);
  checkPixels('height', height, MAX_POSTER_PIXELS);
  checkSeconds('time', time);
  return {
    ...(width != null && { width: String(width) }),
    ...(height != null && { height: String(height) }),
    // With only one side given, the image keeps its aspect ratio.
    ...(width != null && height != null && { fit_mode: 'smartcrop' }),
    ...(time != null && { time: secondsOf(Math.min(time, lastStillTime(duration))) }),
  };
}

/**
 * Returns the parameters of an animated image.
 * @param duration seconds of the video
 * @throws GraphQLError BAD_USER_INPUT for options outside the limits
 */
export function animatedParams(
  { width, start, end }: AnimatedOptions,
  duration: number | undefined,
): ImageParams {
  checkPixels('width', width, MAX_ANIMATED_PIXELS);
  checkSeconds('start', start);
  checkSeconds('end', end);
  const begin = start ?? 0;
  const maxStart = (duration ?? Number.POSITIVE_INFINITY) - MIN_ANIMATED_SECONDS;
  if (begin > maxStart)
    throw rangeError(
      { argument: 'start', minimum: 0, limit: Math.max(maxStart, 0), actual: begin },
      'seconds',
    );
  if (end != null && (end - begin < MIN_ANIMATED_SECONDS || end - begin > MAX_ANIMATED_SECONDS))
    throw rangeError(
      {
        argument: 'end',
        minimum: begin + MIN_ANIMATED_SECONDS,
        limit: begin + MAX_ANIMATED_SECONDS,
        actual: end,
      },
      'seconds',
    );
  const from = start ?? (end == null ? defaultStart(duration) : null);
  // Mux's default would lie after the end.
  const isCut = end == null && duration != null && (from ?? 0) + DEFAULT_ANIMATED_SECONDS > duration;
  const to = isCut ? duration : end && Math.min(end, duration ?? MAX_TIME_SECONDS);
  return {
    ...(width != null && { width: String(width) }),
    ...(from != null && { start: secondsOf(from) }),
    ...(to != null && { end: secondsOf(to) }),
  };
}

/** The time of the last picture, in seconds. */
const lastStillTime = (duration = MAX_TIME_SECONDS): number => Math.max(0, duration - LAST_STILL_SECONDS);

/** Writes seconds without an exponent, in milliseconds at most. */
const secondsOf = (seconds: number): string => String(Math.floor(1000 * seconds + ROUNDING) / 1000);

/**
 * Returns the default start of an animated image: the time of the default poster, or earlier if the default length does not
 * fit. Mux's own default is 0, and videos often begin with black.
 */
const defaultStart = (duration: number | undefined): number | null =>
  duration
    ? Math.floor(100 * Math.max(0, Math.min(duration / 2, duration - DEFAULT_ANIMATED_SECONDS))) / 100
    : null;

function checkPixels(name: string, value: number | null | undefined, max: number): void {
  if (value != null && !(Number.isInteger(value) && value >= 1 && value <= max))
    throw rangeError({ argument: name, minimum: 1, limit: max, actual: value }, 'pixels');
}

function checkSeconds(name: string, value: number | null | undefined): void {
  if (value != null && !(Number.isFinite(value) && value >= 0))
    throw inputError(
      `${name}: expected seconds from the start of the video, got ${value}`,
      'BAD_USER_INPUT',
      {
        argument: name,
        minimum: 0,
        actual: value,
      },
    );
}
