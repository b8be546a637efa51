import { globSync, readFileSync } from 'node:fs';
import type { ContractChange } from './changes.ts';

/**
 * Returns the breaking changes whose schema coordinates no decision record names, in a line such as "Breaks: `Film.tagline`,
 * `Query.films(first:)`".
 * @param folder of the decision records
 */
export function undecidedBreaks(
  changes: readonly ContractChange[],
  folder: string,
): readonly ContractChange[] {
  const decided = new Set(
    globSync(`${folder}/*.md`).flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('Breaks: '))
        .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, coordinate = '']) => coordinate)),
    ),
  );
  return changes.filter(({ level, coordinate }) => level === 'breaking' && !decided.has(coordinate));
}
