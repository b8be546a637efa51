/** How a space is looked at. Angles in radians; lengths in the space's own unit. */
export interface View {
  /** The point in the middle of the picture. */
  readonly centre: readonly [x: number, y: number, z: number];
  /** Turns the space about its upright z axis. */
  readonly azimuth: number;
  /** Raises the eye above the horizon. */
  readonly elevation: number;
  /** From the eye to the centre. */
  readonly distance: number;
  /** Pixels a unit at the centre. */
  readonly scale: number;
  /** The picture's middle in pixels. */
  readonly middle: readonly [x: number, y: number];
}

/** Writes where a point of space falls: x and y in pixels, and its nearness (1 at the centre, more before it). */
export type Projection = (x: number, y: number, z: number, out: Float64Array) => void;

/** The perspective of a view; z points up, as in plots of attractors. */
export function project(view: View): Projection {
  const { centre, distance, scale, middle } = view;
  const [ca, sa] = [Math.cos(view.azimuth), Math.sin(view.azimuth)];
  const [ce, se] = [Math.cos(view.elevation), Math.sin(view.elevation)];
  return (x, y, z, out) => {
    const dx = x - centre[0];
    const dy = y - centre[1];
    const dz = z - centre[2];
    const across = dx * ca - dy * sa;
    const along = dx * sa + dy * ca;
    const up = dz * ce - along * se;
    const depth = along * ce + dz * se;
    const nearness = distance / (distance + depth);
    out[0] = middle[0] + across * scale * nearness;
    out[1] = middle[1] - up * scale * nearness;
    out[2] = nearness;
  };
}
