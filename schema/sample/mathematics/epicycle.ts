/** A rotating circle: turns per round (negative for clockwise), phase at the start, and radius. */
export interface Epicycle {
  readonly turns: number;
  readonly radius: number;
  /** In radians. */
  readonly phase: number;
}

/** Terms below this share of the curve size are left out, because they are smaller than a pixel. */
const MIN_RADIUS = 1e-5;

/**
 * Returns the circles that draw a closed curve: the terms of its Fourier series, slow circles first. A curve with six-fold
 * symmetry has only terms whose turns leave 1 when divided by 6.
 * @param points x and y of the curve at equal steps of one round
 * @param maxTurns the greatest number of turns per round
 */
export function epicycles(points: Float64Array, maxTurns: number): Epicycle[] {
  const count = points.length / 2;
  const circles: Epicycle[] = [];
  for (let turns = -maxTurns; turns <= maxTurns; turns++) {
    let [x, y] = [0, 0];
    for (let i = 0; i < count; i++) {
      const angle = (-2 * Math.PI * turns * i) / count;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      x += points[i * 2]! * cos - points[i * 2 + 1]! * sin;
      y += points[i * 2]! * sin + points[i * 2 + 1]! * cos;
    }
    const radius = Math.hypot(x, y) / count;
    if (radius > MIN_RADIUS) circles.push({ turns, radius, phase: Math.atan2(y, x) });
  }
  return circles.sort((a, b) => Math.abs(a.turns) - Math.abs(b.turns));
}

/**
 * Returns the centres of the chained circles, then the point that draws.
 * @param circles the first circle is centred at the origin, each further one on the rim of the one before
 * @param round the progress of the round, 0 to 1
 */
export function chainEpicycles(
  circles: readonly Epicycle[],
  round: number,
): (readonly [x: number, y: number])[] {
  let [x, y] = [0, 0];
  const centres: (readonly [number, number])[] = [[0, 0]];
  for (const { turns, radius, phase } of circles) {
    const angle = 2 * Math.PI * turns * round + phase;
    x += radius * Math.cos(angle);
    y += radius * Math.sin(angle);
    centres.push([x, y]);
  }
  return centres;
}
