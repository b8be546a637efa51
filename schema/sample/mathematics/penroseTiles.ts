const PHI = (1 + Math.sqrt(5)) / 2;
/** The number of spokes of the initial wheel: ten acute triangles around the origin. */
const SPOKES = 10;
const WEDGE = (2 * Math.PI) / SPOKES;

/** A point of the tiling. */
export interface TilePoint {
  /** True for a thick rhomb (angles 72° and 108°), false for a thin one (36° and 144°). */
  isThick: boolean;
  /** The direction of the rhomb diagonal between its two halves, 0 to 1 for half a turn. */
  orientation: number;
  /** The distance to the nearer edge of the rhomb, and the outward direction of that edge. */
  distance: number;
  outX: number;
  outY: number;
}

/** Returns an empty record for `findTiles` to write. */
export function createTilePoint(): TilePoint {
  return { isThick: false, orientation: 0, distance: 0, outX: 0, outY: 0 };
}

/**
 * Finds the tiles over a point in Roger Penrose's rhomb tiling. Each rhomb is two Robinson triangles, which subdivide
 * into smaller triangles of the same two shapes by the golden ratio. Only the triangle that contains the point is
 * subdivided, so the number of steps is the number of levels.
 * @param px x and, as `py`, y of the point; the wheel has radius 1 around the origin
 * @param level the number of subdivisions; the tile edges are φ to the power of -level long
 * @param coarse receives the tile at that level
 * @param fine receives the tile at the next level
 */
export function findTiles(px: number, py: number, level: number, coarse: TilePoint, fine: TilePoint): void {
  const angle = Math.atan2(py, px);
  const spoke = Math.floor(angle / WEDGE);
  const isMirrored = (spoke & 1) !== 0;
  // Every spoke maps to the first one by rotation, and every other one also by reflection.
  const angleInSpoke = angle - spoke * WEDGE;
  const spokeAngle = isMirrored ? WEDGE - angleInSpoke : angleInSpoke;
  const radius = Math.sqrt(px * px + py * py);
  const [x, y] = [radius * Math.cos(spokeAngle), radius * Math.sin(spokeAngle)];
  const frame = { spoke, isMirrored };
  let isThick = false;
  let [ax, ay, bx, by, cx, cy] = [0, 0, 1, 0, Math.cos(WEDGE), Math.sin(WEDGE)];
  for (let k = 0; ; k++) {
    if (k === level) writeTile(x, y, isThick, ax, ay, bx, by, cx, cy, frame, coarse);
    if (k > level) {
      writeTile(x, y, isThick, ax, ay, bx, by, cx, cy, frame, fine);
      return;
    }
    if (isThick) {
      const [qx, qy] = [bx + (ax - bx) / PHI, by + (ay - by) / PHI];
      const [rx, ry] = [bx + (cx - bx) / PHI, by + (cy - by) / PHI];
      if (isSameSide(x, y, bx, by, qx, qy, rx, ry)) {
        cx = bx;
        cy = by;
        ax = qx;
        ay = qy;
        bx = rx;
        by = ry;
      } else if (isSameSide(x, y, cx, cy, rx, ry, ax, ay)) {
        bx = cx;
        by = cy;
        cx = ax;
        cy = ay;
        ax = rx;
        ay = ry;
      } else {
        isThick = false;
        cx = ax;
        cy = ay;
        ax = rx;
        ay = ry;
        bx = qx;
        by = qy;
      }
    } else {
      const [divX, divY] = [ax + (bx - ax) / PHI, ay + (by - ay) / PHI];
      if (isSameSide(x, y, bx, by, cx, cy, divX, divY)) {
        ax = cx;
        ay = cy;
        cx = bx;
        cy = by;
        bx = divX;
        by = divY;
      } else {
        isThick = true;
        bx = cx;
        by = cy;
        cx = ax;
        cy = ay;
        ax = divX;
        ay = divY;
      }
    }
  }
}

/** Returns true if a point is on the same side of the line from m to n as the point q. */
function isSameSide(
  x: number,
  y: number,
  qx: number,
  qy: number,
  mx: number,
  my: number,
  nx: number,
  ny: number,
): boolean {
  const [dx, dy] = [nx - mx, ny - my];
  return (dx * (y - my) - dy * (x - mx)) * (dx * (qy - my) - dy * (qx - mx)) > 0;
}

/**
 * Writes a tile from its triangle. The edges at tip A are edges of the rhomb; the edge between B and C is its diagonal.
 */
function writeTile(
  x: number,
  y: number,
  isThick: boolean,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  { spoke, isMirrored }: { spoke: number; isMirrored: boolean },
  out: TilePoint,
): void {
  const length = Math.hypot(bx - ax, by - ay);
  const sideB = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length;
  const sideC = ((cx - ax) * (y - ay) - (cy - ay) * (x - ax)) / length;
  const nearB = Math.abs(sideB) < Math.abs(sideC);
  const [ex, ey] = nearB ? [bx - ax, by - ay] : [cx - ax, cy - ay];
  const sign = (nearB ? sideB : sideC) > 0 ? 1 : -1;
  const edgeAngle = unfold(Math.atan2(-ex * sign, ey * sign), spoke, isMirrored);
  const diagonal = unfold(Math.atan2(cy - by, cx - bx), spoke, isMirrored) / Math.PI;
  out.isThick = isThick;
  out.orientation = diagonal - Math.floor(diagonal);
  out.distance = Math.min(Math.abs(sideB), Math.abs(sideC));
  out.outX = Math.cos(edgeAngle);
  out.outY = Math.sin(edgeAngle);
}

function unfold(angle: number, spoke: number, isMirrored: boolean): number {
  return (isMirrored ? WEDGE - angle : angle) + spoke * WEDGE;
}
