/** The parameters of a perspective view. Angles are in radians, lengths in the unit of the scene. */
export interface View {
  /** The point of the scene in the centre of the image. */
  readonly centre: readonly [x: number, y: number, z: number];
  /** The rotation of the scene about its vertical z axis. */
  readonly azimuth: number;
  /** The elevation of the camera above the horizon. */
  readonly elevation: number;
  /** The distance from the camera to `centre`. */
  readonly distance: number;
  /** Pixels per unit at `centre`. */
  readonly scale: number;
  /** The centre of the image in pixels. */
  readonly imageCentre: readonly [x: number, y: number];
}

/**
 * Writes the projection of a point to `out`: x and y in pixels, then the magnification, which is 1 at the centre and
 * greater in front of it.
 */
export type Projection = (x: number, y: number, z: number, out: Float64Array) => void;

/** Returns the perspective projection of a view. The z axis points up, as in plots of attractors. */
export function createProjection(view: View): Projection {
  const { centre, distance, scale, imageCentre } = view;
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
    const magnification = distance / (distance + depth);
    out[0] = imageCentre[0] + across * scale * magnification;
    out[1] = imageCentre[1] - up * scale * magnification;
    out[2] = magnification;
  };
}
