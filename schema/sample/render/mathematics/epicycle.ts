/** A circle that turns: so many times a round (backwards when below nought), from a beginning, with a radius. */
export interface Epicycle {
  readonly turns: number;
  readonly radius: number;
  /** In radians. */
  readonly phase: number;
}

/** Terms below this share of the curve's size are left out: no pixel would show them. */
const SMALLEST = 1e-5;

/**
 * The circles that together draw a closed curve: the terms of its Fourier series, slow ones first. A curve of
 * six-fold symmetry has only those whose turns leave 1 when divided by 6.
 * @param points x and y of the curve at even steps of one round
 * @param fastest the highest number of turns that is sought
 */
export function epicycles(points: Float64Array, fastest: number): Epicycle[] {
  const count = points.length / 2;
  const circles: Epicycle[] = [];
  for (let turns = -fastest; turns <= fastest; turns++) {
    let [x, y] = [0, 0];
    for (let i = 0; i < count; i++) {
      const angle = (-2 * Math.PI * turns * i) / count;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      x += points[i * 2]! * cos - points[i * 2 + 1]! * sin;
      y += points[i * 2]! * sin + points[i * 2 + 1]! * cos;
    }
    const radius = Math.hypot(x, y) / count;
    if (radius > SMALLEST) circles.push({ turns, radius, phase: Math.atan2(y, x) });
  }
  return circles.sort((a, b) => Math.abs(a.turns) - Math.abs(b.turns));
}

/**
 * The centres of the circles set on one another, and last the point that draws.
 * @param circles the first at the origin, each further one on the rim of the one before
 * @param round how much of the round is done, 0 to 1
 */
export function chain(circles: readonly Epicycle[], round: number): (readonly [x: number, y: number])[] {
  let [x, y] = [0, 0];
  const places: (readonly [number, number])[] = [[0, 0]];
  for (const { turns, radius, phase } of circles) {
    const angle = 2 * Math.PI * turns * round + phase;
    x += radius * Math.cos(angle);
    y += radius * Math.sin(angle);
    places.push([x, y]);
  }
  return places;
}
