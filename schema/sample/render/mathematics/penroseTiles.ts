const PHI = (1 + Math.sqrt(5)) / 2;
/** The wheel that everything begins with: ten slender triangles about the origin. */
const SPOKES = 10;
const WEDGE = (2 * Math.PI) / SPOKES;

/** What lies at a place of the tiling. */
export interface TileAt {
  /** Whether it is a thick rhomb (angles 72° and 108°) or a thin one (36° and 144°). */
  thick: boolean;
  /** Which way the rhomb's diagonal between its two halves points, 0 to 1 for half a turn. */
  turn: number;
  /** The distance to the rhomb's nearer edge, and that edge's direction outwards. */
  distance: number;
  outX: number;
  outY: number;
}

/** A place to write what is found. */
export function tileAt(): TileAt {
  return { thick: false, turn: 0, distance: 0, outX: 0, outY: 0 };
}

/**
 * Finds the tiles over a place in Roger Penrose's rhomb tiling, by halves: each rhomb is two triangles of Raphael
 * Robinson, which divide into smaller ones of the same two shapes by the golden ratio, again and again. Only the
 * triangle that holds the place is divided, so a place is found in as many steps as there are levels.
 * @param px the place; the wheel's radius is 1 and its middle the origin
 * @param level how often the wheel has been divided; its tiles' edges are φ to the power of -level long
 * @param coarse takes the tile at that level
 * @param fine takes the tile one level on
 */
export function findTiles(px: number, py: number, level: number, coarse: TileAt, fine: TileAt): void {
  const angle = Math.atan2(py, px);
  const spoke = Math.floor(angle / WEDGE);
  const mirrored = (spoke & 1) !== 0;
  // All spokes are found in the first: the others are it turned, every other one of them mirrored.
  const inside = angle - spoke * WEDGE;
  const folded = mirrored ? WEDGE - inside : inside;
  const radius = Math.sqrt(px * px + py * py);
  const [x, y] = [radius * Math.cos(folded), radius * Math.sin(folded)];
  const frame = { spoke, mirrored };
  let thick = false;
  let [ax, ay, bx, by, cx, cy] = [0, 0, 1, 0, Math.cos(WEDGE), Math.sin(WEDGE)];
  for (let k = 0; ; k++) {
    if (k === level) describe(x, y, thick, ax, ay, bx, by, cx, cy, frame, coarse);
    if (k > level) {
      describe(x, y, thick, ax, ay, bx, by, cx, cy, frame, fine);
      return;
    }
    if (thick) {
      const [qx, qy] = [bx + (ax - bx) / PHI, by + (ay - by) / PHI];
      const [rx, ry] = [bx + (cx - bx) / PHI, by + (cy - by) / PHI];
      if (sameSide(x, y, bx, by, qx, qy, rx, ry)) {
        cx = bx;
        cy = by;
        ax = qx;
        ay = qy;
        bx = rx;
        by = ry;
      } else if (sameSide(x, y, cx, cy, rx, ry, ax, ay)) {
        bx = cx;
        by = cy;
        cx = ax;
        cy = ay;
        ax = rx;
        ay = ry;
      } else {
        thick = false;
        cx = ax;
        cy = ay;
        ax = rx;
        ay = ry;
        bx = qx;
        by = qy;
      }
    } else {
      const [divX, divY] = [ax + (bx - ax) / PHI, ay + (by - ay) / PHI];
      if (sameSide(x, y, bx, by, cx, cy, divX, divY)) {
        ax = cx;
        ay = cy;
        cx = bx;
        cy = by;
        bx = divX;
        by = divY;
      } else {
        thick = true;
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

/** Whether a place lies on the same side of the line from m to n as the point q. */
function sameSide(
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

/** A triangle's edges from its tip A are edges of the rhomb; that between B and C is its hidden diagonal. */
function describe(
  x: number,
  y: number,
  thick: boolean,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  { spoke, mirrored }: { spoke: number; mirrored: boolean },
  out: TileAt,
): void {
  const length = Math.hypot(bx - ax, by - ay);
  const sideB = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length;
  const sideC = ((cx - ax) * (y - ay) - (cy - ay) * (x - ax)) / length;
  const nearB = Math.abs(sideB) < Math.abs(sideC);
  const [ex, ey] = nearB ? [bx - ax, by - ay] : [cx - ax, cy - ay];
  const sign = (nearB ? sideB : sideC) > 0 ? 1 : -1;
  const outwards = unfold(Math.atan2(-ex * sign, ey * sign), spoke, mirrored);
  const diagonal = unfold(Math.atan2(cy - by, cx - bx), spoke, mirrored) / Math.PI;
  out.thick = thick;
  out.turn = diagonal - Math.floor(diagonal);
  out.distance = Math.min(Math.abs(sideB), Math.abs(sideC));
  out.outX = Math.cos(outwards);
  out.outY = Math.sin(outwards);
}

function unfold(angle: number, spoke: number, mirrored: boolean): number {
  return (mirrored ? WEDGE - angle : angle) + spoke * WEDGE;
}
