/** A rendition of a stream. */
interface Level {
  /** In pixels; 0 for sound. */
  readonly width: number;
  /** The peak in bits per second. */
  readonly bitrate: number;
}

interface Conditions {
  /** The width of the player in CSS pixels. */
  readonly playerWidth: number;
  /** Pixels of the video for each CSS pixel of the player, at most. */
  readonly scale: number;
  /** In bits per second. */
  readonly bandwidth: number;
  /** The reader saves data, or the browser reports a slow line. */
  readonly isReportedSlow: boolean;
}

/** A rendition with about as many pixels as the player is softer than the next one, even where a pixel of both is equal. */
const MIN_SCALE = 1.5;

/** Returns the greatest number of video pixels for each CSS pixel that is worth loading. */
export const videoScale = (pixelRatio: number): number => Math.max(pixelRatio, MIN_SCALE);

/**
 * Returns the index of the rendition to start with: the best rendition that the bandwidth carries and the screen can show,
 * and unless the line is reported as slow, at least the rendition that fills the player. An estimate is often too low, and
 * a blurred start spoils more than a short wait.
 * @param levels in ascending order
 */
export const firstLevel = (levels: readonly Level[], conditions: Conditions): number => {
  const { playerWidth, scale, bandwidth, isReportedSlow } = conditions;
  const fitting = (width: number) => {
    const index = levels.findIndex((level) => level.width >= width);
    return index === -1 ? levels.length - 1 : index;
  };
  const carried = levels.findLastIndex(({ bitrate }) => bitrate <= bandwidth);
  const least = isReportedSlow ? 0 : fitting(playerWidth);
  return Math.min(Math.max(carried, least), fitting(playerWidth * scale));
};
