import { readFileSync } from 'node:fs';
import { ROOT } from '../../../support/stack.ts';

const NAMES = /(?<=`)\w+(?=`)/g;

/** Returns the names of the figures in docs/errors.md by error code. Several rows of one code are merged. */
export function documentedErrors(): ReadonlyMap<string, ReadonlySet<string>> {
  const errors = new Map<string, Set<string>>();
  let columns: readonly string[] = [];
  for (const line of readFileSync(`${ROOT}docs/errors.md`, 'utf8').split('\n')) {
    const cells = line.split('|').map((cell) => cell.trim());
    if (cells.includes('code')) columns = cells;
    const figures = cells[columns.indexOf('figures')] ?? '';
    for (const [code] of cells[columns.indexOf('code')]?.matchAll(/(?<=`)[A-Z][A-Z_]+(?=`)/g) ?? [])
      errors.set(code, new Set([...(errors.get(code) ?? []), ...(figures.match(NAMES) ?? [])]));
  }
  return errors;
}
