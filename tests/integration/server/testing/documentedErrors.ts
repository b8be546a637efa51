import { readFileSync } from 'node:fs';
import { ROOT } from '../../../support/stack.ts';

const CODES = /(?<=`)[A-Z][A-Z_]+(?=`)/g;
const NAMES = /(?<=`)\w+(?=`)/g;

/**
 * Returns the names of the figures in docs/errors.md by error code. A code can have rows with several statuses.
 * @throws Error if two rows have the same code and status, or a row has no column of figures
 */
export function documentedErrors(): ReadonlyMap<string, ReadonlySet<string>> {
  const errors = new Map<string, Set<string>>();
  const rows = new Set<string>();
  let columns: readonly string[] = [];
  for (const line of readFileSync(`${ROOT}docs/errors.md`, 'utf8').split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    if (cells.includes('code')) columns = cells;
    const cellOf = (column: string) => cells[columns.indexOf(column)] ?? '';
    for (const [code] of cellOf('code').matchAll(CODES)) {
      if (!columns.includes('figures') || cells.length !== columns.length)
        throw new Error(`${code}: expected a row with the column figures in docs/errors.md, got ${line}`);
      for (const status of cellOf('status').split(', ')) {
        const row = `${code} ${status}`;
        if (rows.has(row))
          throw new Error(`expected one row of ${row} in docs/errors.md, got another: ${line}`);
        rows.add(row);
      }
      errors.set(code, new Set([...(errors.get(code) ?? []), ...(cellOf('figures').match(NAMES) ?? [])]));
    }
  }
  return errors;
}
