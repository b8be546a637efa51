import type { Rgb } from '../canvas/colour.ts';

/** A woven cloth: the thread on top at each crossing, and the colours of the threads. */
export interface Cloth {
  readonly columns: number;
  /** Rows, oldest first: 1 where the weft (horizontal) is on top, 0 where the warp is. */
  readonly rows: readonly Uint8Array[];
  readonly warp: Rgb;
  /** Returns the colour of the weft in a row. */
  weft(row: number): Rgb;
}

/**
 * Writes the colour of one point of a cloth.
 * @param u the distance from the left edge in threads
 * @param v the distance from the first row in threads
 * @param detail the visibility of fibres, 0 to 1
 */
export function paintCloth(
  cloth: Cloth,
  u: number,
  v: number,
  detail: number,
  out: Float32Array,
  at: number,
): void {
  const { columns, rows } = cloth;
  const column = Math.floor(u);
  const row = Math.floor(v);
  const [x, y] = [u - column - 0.5, v - row - 0.5];
  const top = threadOnTop(rows, columns, column, row);
  const [across, along] = top === 1 ? [y, x] : [x, y];
  const next = along > 0 ? 1 : -1;
  const neighbour =
    top === 1
      ? threadOnTop(rows, columns, column + next, row)
      : threadOnTop(rows, columns, column, row + next);
  // A thread has a round profile and darkens where it passes under the next crossing.
  const profile = Math.sqrt(Math.max(0, 1 - (across * 2.02) ** 2));
  const occlusion = neighbour === top ? 1 : 1 - 0.55 * (2 * Math.abs(along)) ** 3;
  const twist = 1 + 0.16 * detail * Math.sin((along * 2.2 + across * 1.5) * 2 * Math.PI * 2);
  const side = 1 + 0.5 * across * (top === 1 ? -1 : -0.6);
  const lit = (0.1 + 0.95 * profile) * occlusion * twist * side;
  const colour = top === 1 ? cloth.weft(row) : cloth.warp;
  for (let c = 0; c < 3; c++) out[at + c] = colour[c]! * lit;
}

function threadOnTop(rows: readonly Uint8Array[], columns: number, column: number, row: number): number {
  // The first two rows repeat before the first row.
  const cells = rows[row < 0 ? row & 1 : Math.min(rows.length - 1, row)]!;
  return cells[((column % columns) + columns) % columns]!;
}
