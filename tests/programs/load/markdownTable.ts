import type { Row } from './table.ts';

/**
 * Formats rows as a table of Markdown.
 * @param columns the headings, as many as each row has cells
 * @param rightAligned the first column that is aligned on the right, as all after it; default: none is
 */
export function markdownTable(
  columns: readonly string[],
  rows: readonly Row[],
  rightAligned = columns.length,
): string {
  const separators = columns.map((_, i) => (i < rightAligned ? '---' : '--:'));
  return [columns, separators, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
