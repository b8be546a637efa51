/** The time in which a frame is drawn at 60 frames a second, with some left for the browser, and the time to aim at. */
const FRAME_MS = { limit: 10, target: 8 };
/** The same at 30 frames a second, for a figure in its least resolution. */
const SLOW_FRAME_MS = { limit: 24, target: 19 };
/** The frames of a sample. A slow device gets its resolution after one or two samples. */
const FRAMES = 12;
const MIN_SCALE = 0.6;
const MIN_PACE = 0.25;
/** Each change of the size draws the background again, so that a value rises by at least this factor, or to 1. */
const MIN_RISE = 1.1;
/**
 * The number of consecutive samples that must fit before a value rises. It doubles after a rise that is taken back, and halves
 * after a rise that holds for as many samples. Five samples are one second at 60 frames a second.
 */
const RISE_SAMPLES = { first: 5, max: 80 };

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
 * take too long for 30. Raises them when the device has been fast for some time. Neither oscillates on a steady
 * device, because the time of a frame grows at most like the number of pixels, and like the pace. On a device that is busy at
 * times, each rise that is taken back delays the next rise.
 */
export const createQuality = (): Quality => {
  let [scale, pace] = [1, 1];
  let times: number[] = [];
  /** The times in milliseconds of the latest samples with the same quality. */
  let samples: number[] = [];
  let samplesToRise = RISE_SAMPLES.first;
  let hasRisen = false;
  return {
    scale: () => scale,
    pace: () => pace,
    addFrame: (milliseconds) => {
      times.push(milliseconds);
      if (times.length < FRAMES) return;
      // Three of four frames must fit. A background that is drawn once and code that is not optimized yet make single frames slow.
      const time = times.sort((a, b) => a - b)[FRAMES * 0.75 - 1]!;
      times = [];
      samples = [...samples, time].slice(-samplesToRise);
      const longest = samples.length < samplesToRise ? Number.POSITIVE_INFINITY : Math.max(...samples);
      const adaptsPace = pace < 1 || (scale === MIN_SCALE && time > SLOW_FRAME_MS.limit);
      const { limit, target } = adaptsPace ? SLOW_FRAME_MS : FRAME_MS;
      const [value, fitting] = adaptsPace
        ? [pace, (ms: number) => Math.max(MIN_PACE, (pace * target) / ms)]
        : [scale, (ms: number) => Math.max(MIN_SCALE, scale * Math.sqrt(target / ms))];
      const next = time > limit ? Math.min(value, fitting(time)) : rise(value, fitting(longest));
      if (hasRisen && next < value) samplesToRise = Math.min(RISE_SAMPLES.max, samplesToRise * 2);
      else if (hasRisen && samples.length === samplesToRise)
        samplesToRise = Math.max(RISE_SAMPLES.first, samplesToRise / 2);
      if (next !== value) {
        samples = [];
        hasRisen = next > value;
      } else if (samples.length === samplesToRise) hasRisen = false;
      if (adaptsPace) pace = next;
      else scale = next;
    },
  };
};

/** Returns the next value: what fits if it is clearly greater, else the value. */
const rise = (value: number, fitting: number): number =>
  fitting >= 1 ? 1 : fitting >= value * MIN_RISE ? fitting : value;
