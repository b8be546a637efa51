/** A row of an elementary automaton: cells of 0 or 1. */
type Row = Uint8Array;

/**
 * Returns the next row of an elementary automaton by its rule number (Stephen Wolfram, "Statistical Mechanics of
 * Cellular Automata", Reviews of Modern Physics 55, 1983). The left neighbour, the cell and the right neighbour form a
 * number from 0 to 7, which selects a bit of the rule. Rows are cyclic.
 */
export function nextRow(row: Row, rule: number): Row {
  const { length } = row;
  return row.map((cell, i) => {
    const pattern = row[(i + length - 1) % length]! * 4 + cell * 2 + row[(i + 1) % length]!;
    return (rule >> pattern) & 1;
  });
}

/** A band of cloth: its rule, its number of rows, and the living cells of its first row. */
export interface Band {
  readonly rule: number;
  readonly rows: number;
  readonly seeds: readonly number[];
}

/** Returns the rows of several bands in turn, each of which starts from its own seeds. */
export function automatonRows(width: number, bands: readonly Band[]): Row[] {
  return bands.flatMap(({ rule, rows, seeds }) => {
    let row: Row = new Uint8Array(width);
    for (const seed of seeds) row[seed] = 1;
    return Array.from({ length: rows }, () => {
      const current = row;
      row = nextRow(row, rule);
      return current;
    });
  });
}
