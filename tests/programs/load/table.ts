/** The cells of one row, in the order of the columns. Numbers are aligned on the right. */
export type Row = readonly (string | number)[];

/**
 * Formats rows as a table for a terminal.
 * @param columns the headings, as many as each row has cells
 */
export function formatTable(columns: readonly string[], rows: readonly Row[]): string {
  const widths = columns.map((column, i) =>
    Math.max(column.length, ...rows.map((row) => String(row[i] ?? '').length)),
  );
  const formatRow = (cells: Row) =>
    cells
      .map((cell, i) =>
        typeof cell === 'number'
          ? String(cell).padStart(widths[i] as number)
          : cell.padEnd(widths[i] as number),
      )
      .join('  ')
      .trimEnd();
  return [
    formatRow(columns),
    widths.map((width) => '─'.repeat(width)).join('  '),
    ...rows.map(formatRow),
  ].join('\n');
}
