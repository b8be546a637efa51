/** The time in which a frame is drawn at 60 frames a second, with some left for the browser. */
const FRAME_BUDGET_MS = 12;
/** The frames over which the cost is averaged. */
const FRAMES = 24;
const STEP = 0.8;
const MIN_SCALE = 0.6;

interface Resolution {
  /** Returns the factor of the width of the picture. */
  scale(): number;
  /** Adds the time that a frame took. */
  addFrame(milliseconds: number): void;
}

/** Lowers the resolution of a figure while its frames take longer than their budget. */
export const createResolution = (): Resolution => {
  let scale = 1;
  let [frames, total] = [0, 0];
  return {
    scale: () => scale,
    addFrame: (milliseconds) => {
      frames += 1;
      total += milliseconds;
      if (frames < FRAMES) return;
      if (total / frames > FRAME_BUDGET_MS) scale = Math.max(MIN_SCALE, scale * STEP);
      [frames, total] = [0, 0];
    },
  };
};
