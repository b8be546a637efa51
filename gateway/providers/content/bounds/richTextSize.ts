import { formatNumber } from './cutValues.ts';

/** All texts of a rich text, also as plain text. */
export const MAX_RICH_TEXT_CHARACTERS = 1_000_000;

/** The size of a rich text. Nodes are blocks, inline nodes, marks and line breaks. */
export interface Size {
  nodes: number;
  characters: number;
  formulas: number;
  formulaCharacters: number;
}

/** Limits of a whole rich text, with their units in notes. */
const MAX_SIZE: Readonly<Record<keyof Size, readonly [max: number, unit: string]>> = {
  nodes: [50_000, 'nodes'],
  characters: [MAX_RICH_TEXT_CHARACTERS, 'characters'],
  formulas: [1_000, 'formulas'],
  formulaCharacters: [40_000, 'characters of TeX'],
};

export const emptySize = (): Size => ({ nodes: 0, characters: 0, formulas: 0, formulaCharacters: 0 });

/** Adds a size to a total. Returns the limit that the total exceeds, if any. */
export function addSize(total: Size, size: Size): string | undefined {
  for (const name of Object.keys(MAX_SIZE) as (keyof Size)[]) {
    total[name] += size[name];
    const [max, unit] = MAX_SIZE[name];
    if (total[name] > max) return `${formatNumber(max)} ${unit}`;
  }
  return undefined;
}
