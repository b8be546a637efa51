/** One row: its cells are told in the order of the columns; numbers stand on the right. */
export type Row = readonly (string | number)[];

/**
 * Rows under their columns, as text for a terminal.
 * @param columns the headings, as many as each row has cells
 */
export function tableOf(columns: readonly string[], rows: readonly Row[]): string {
  const widths = columns.map((column, i) =>
    Math.max(column.length, ...rows.map((row) => String(row[i] ?? '').length)),
  );
  const line = (cells: Row) =>
    cells
      .map((cell, i) =>
        typeof cell === 'number'
          ? String(cell).padStart(widths[i] as number)
          : cell.padEnd(widths[i] as number),
      )
      .join('  ')
      .trimEnd();
  return [line(columns), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}
