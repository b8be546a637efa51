/** A point that has not escaped after this many iterations counts as part of the set. */
const MAX_ITERATIONS = 2400;
/** The square of the escape radius. It is large, so that the fractional count is smooth. */
const ESCAPE_RADIUS_SQUARED = 1 << 16;

/**
 * Returns the smooth escape time of c under z ← z² + c from 0 (Mandelbrot set, Benoît Mandelbrot, 1980), or -1 if it
 * does not escape.
 * @param out receives the unit direction in which the escape time falls fastest, from its gradient
 */
export function escapeTime(cx: number, cy: number, out: Float64Array): number {
  const q = (cx - 0.25) ** 2 + cy * cy;
  // The main cardioid and the period-2 disc contain most points of the set; a formula decides them without iteration.
  if (q * (q + cx - 0.25) <= 0.25 * cy * cy || (cx + 1) ** 2 + cy * cy <= 0.0625) return -1;
  let [x, y, xx, yy, dx, dy] = [0, 0, 0, 0, 0, 0];
  let [savedX, savedY, saveAt] = [0, 0, 8];
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const next = 2 * (x * dx - y * dy) + 1;
    dy = 2 * (x * dy + y * dx);
    dx = next;
    y = 2 * x * y + cy;
    x = xx - yy + cx;
    xx = x * x;
    yy = y * y;
    if (xx + yy > ESCAPE_RADIUS_SQUARED) {
      const squaredLength = dx * dx + dy * dy;
      const [sx, sy] = [(x * dx + y * dy) / squaredLength, (y * dx - x * dy) / squaredLength];
      const length = Math.hypot(sx, sy) || 1;
      out[0] = sx / length;
      out[1] = sy / length;
      return iteration + 1 - Math.log2(Math.log2(xx + yy) / 2);
    }
    // A point that repeats exactly is in a cycle and never escapes.
    if (x === savedX && y === savedY) return -1;
    if (iteration === saveAt) {
      savedX = x;
      savedY = y;
      saveAt *= 2;
    }
  }
  return -1;
}
