/** Rows of an elementary automaton: cells of 0 or 1. */
type Row = Uint8Array;

/**
 * The next row of an elementary automaton by its number in Stephen Wolfram's list ("Statistical Mechanics of
 * Cellular Automata", Reviews of Modern Physics 55, 1983): a cell looks at its left neighbour, itself and its right
 * neighbour, which make a number from 0 to 7, and takes that bit of the rule. Beyond the ends the row goes round.
 */
export function nextRow(row: Row, rule: number): Row {
  const { length } = row;
  return row.map((cell, i) => {
    const seen = row[(i + length - 1) % length]! * 4 + cell * 2 + row[(i + 1) % length]!;
    return (rule >> seen) & 1;
  });
}

/** A band of cloth: the automaton's rule, how many rows it has, and the places of the first row's living cells. */
export interface Band {
  readonly rule: number;
  readonly rows: number;
  readonly seeds: readonly number[];
}

/** The rows of several bands one below the other, each begun from its own seeds. */
export function weaveRows(width: number, bands: readonly Band[]): Row[] {
  return bands.flatMap(({ rule, rows, seeds }) => {
    let row: Row = new Uint8Array(width);
    for (const seed of seeds) row[seed] = 1;
    return Array.from({ length: rows }, () => {
      const shown = row;
      row = nextRow(row, rule);
      return shown;
    });
  });
}
