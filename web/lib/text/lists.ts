/** Returns the items of a list that are not null or undefined. A partial response has null items. */
export const compact = <T>(list: readonly (T | null | undefined)[] | null | undefined): T[] =>
  (list ?? []).filter((item): item is T => item !== null && item !== undefined);

/** Returns a list with the matching items before the others, both in their order. */
export const moveToFront = <T>(list: readonly T[], matches: (item: T) => boolean): T[] => [
  ...list.filter(matches),
  ...list.filter((item) => !matches(item)),
];

/** Joins names as in a sentence: `A`, `A and B`, `A, B and C`. */
export const joinNames = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
