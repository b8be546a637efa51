import type { Chance } from '../generator/chance.ts';

/** A day, one of few. */
export const someDay = (chance: Chance): string => `2026-0${chance.between(1, 3)}-1${chance.between(0, 9)}`;

/** A value of a scalar, one of few: what filters name is often what documents hold. Undefined for other scalars. */
export function scalarValue(chance: Chance, scalar: string, day: string): unknown {
  switch (scalar) {
    case 'Int':
      return chance.between(0, 5);
    case 'Float':
      return chance.between(0, 8) / 2;
    case 'Boolean':
      return chance.in(0.5);
    case 'Date':
      return day;
    default:
      return undefined;
  }
}
