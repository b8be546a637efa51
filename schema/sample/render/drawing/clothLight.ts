import type { Rgb } from '../canvas/colour.ts';

/** A woven cloth: which thread lies on top at each crossing, and the colours of the threads. */
export interface Cloth {
  readonly columns: number;
  /** Rows from the oldest; 1 where the weft, which runs across, lies on top, 0 where the warp does. */
  readonly rows: readonly Uint8Array[];
  readonly warp: Rgb;
  /** The weft of each row. */
  weft(row: number): Rgb;
}

/**
 * Paints one place of a cloth.
 * @param u from the left edge in threads
 * @param v from the first row in threads
 * @param detail from 0, threads without fibres, to 1
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
  const here = threadOnTop(rows, columns, column, row);
  const [across, along] = here === 1 ? [y, x] : [x, y];
  const next = along > 0 ? 1 : -1;
  const neighbour =
    here === 1
      ? threadOnTop(rows, columns, column + next, row)
      : threadOnTop(rows, columns, column, row + next);
  // A thread is round, and dives where the next crossing covers it.
  const round = Math.sqrt(Math.max(0, 1 - (across * 2.02) ** 2));
  const dive = neighbour === here ? 1 : 1 - 0.55 * (2 * Math.abs(along)) ** 3;
  const twist = 1 + 0.16 * detail * Math.sin((along * 2.2 + across * 1.5) * 2 * Math.PI * 2);
  const side = 1 + 0.5 * across * (here === 1 ? -1 : -0.6);
  const lit = (0.1 + 0.95 * round) * dive * twist * side;
  const colour = here === 1 ? cloth.weft(row) : cloth.warp;
  for (let c = 0; c < 3; c++) out[at + c] = colour[c]! * lit;
}

function threadOnTop(rows: readonly Uint8Array[], columns: number, column: number, row: number): number {
  // What was woven before the first row goes on as its first two rows do.
  const cells = rows[row < 0 ? row & 1 : Math.min(rows.length - 1, row)]!;
  return cells[((column % columns) + columns) % columns]!;
}
