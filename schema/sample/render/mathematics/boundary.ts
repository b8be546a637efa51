/** After so many rounds a place that has not escaped is held to belong to the set. */
const ROUNDS = 2400;
/** Escaped means this far away, squared: far enough for the count between rounds to be smooth. */
const FAR = 1 << 16;

/**
 * Tells of a place c of the complex plane under z ← z² + c from nought (Benoît Mandelbrot, 1980): how many rounds it
 * takes to escape, with a fraction so that the number has no steps, or -1 if it stays.
 * @param out receives the direction, of length 1, in which the place escapes the faster: the slope of the count
 */
export function roundsToEscape(cx: number, cy: number, out: Float64Array): number {
  const q = (cx - 0.25) ** 2 + cy * cy;
  // The heart and the disc at its left, which hold most places that stay, are known without counting.
  if (q * (q + cx - 0.25) <= 0.25 * cy * cy || (cx + 1) ** 2 + cy * cy <= 0.0625) return -1;
  let [x, y, xx, yy, dx, dy] = [0, 0, 0, 0, 0, 0];
  let [rememberedX, rememberedY, remember] = [0, 0, 8];
  for (let round = 0; round < ROUNDS; round++) {
    const next = 2 * (x * dx - y * dy) + 1;
    dy = 2 * (x * dy + y * dx);
    dx = next;
    y = 2 * x * y + cy;
    x = xx - yy + cx;
    xx = x * x;
    yy = y * y;
    if (xx + yy > FAR) {
      const size = dx * dx + dy * dy;
      const [sx, sy] = [(x * dx + y * dy) / size, (y * dx - x * dy) / size];
      const length = Math.hypot(sx, sy) || 1;
      out[0] = sx / length;
      out[1] = sy / length;
      return round + 1 - Math.log2(Math.log2(xx + yy) / 2);
    }
    // A place that returns exactly is in a cycle and never escapes.
    if (x === rememberedX && y === rememberedY) return -1;
    if (round === remember) {
      rememberedX = x;
      rememberedY = y;
      remember *= 2;
    }
  }
  return -1;
}
