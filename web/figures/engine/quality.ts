/** The time in which a frame is drawn at 60 frames a second, with some left for the browser, and the time to aim at. */
const FRAME_MS = { limit: 12, target: 9 };
/** The same at 30 frames a second, for a figure in its least resolution. */
const SLOW_FRAME_MS = { limit: 24, target: 19 };
/** The frames of a sample. A slow device gets its resolution after one or two samples. */
const FRAMES = 12;
const MIN_SCALE = 0.6;
const MIN_PACE = 0.25;
/** Each change of the size draws the background again, so that a value rises by at least this factor, or to 1. */
const MIN_RISE = 1.1;

/** What a figure does without on a slow device. */
interface Quality {
  /** Returns the factor of the width of the picture. */
  scale(): number;
  /** Returns the factor of the greatest time that a frame advances the simulation by. */
  pace(): number;
  /** Adds the time that a frame took. */
  addFrame(milliseconds: number): void;
}

/**
 * Lowers the resolution of a figure while its frames take too long for 60 frames a second, and then its pace while they
 * take too long for 30. Raises them when the device is fast again. Neither oscillates, because the time of a frame grows at
 * most like the number of pixels, and like the pace.
 */
export const createQuality = (): Quality => {
  let [scale, pace] = [1, 1];
  let times: number[] = [];
  return {
    scale: () => scale,
    pace: () => pace,
    addFrame: (milliseconds) => {
      times.push(milliseconds);
      if (times.length < FRAMES) return;
      // The median, because a background that is drawn once and code that is not optimized yet make single frames slow.
      const time = times.sort((a, b) => a - b)[FRAMES / 2]!;
      times = [];
      if (pace < 1 || (scale === MIN_SCALE && time > SLOW_FRAME_MS.limit))
        pace = adapt(
          pace,
          Math.max(MIN_PACE, (pace * SLOW_FRAME_MS.target) / time),
          time > SLOW_FRAME_MS.limit,
        );
      else
        scale = adapt(
          scale,
          Math.max(MIN_SCALE, scale * Math.sqrt(FRAME_MS.target / time)),
          time > FRAME_MS.limit,
        );
    },
  };
};

/** Returns the next value: what fits if it must fall, or if it is clearly greater, else the value. */
const adapt = (value: number, fitting: number, mustFall: boolean): number => {
  if (mustFall) return Math.min(value, fitting);
  return fitting >= 1 ? 1 : fitting >= value * MIN_RISE ? fitting : value;
};
