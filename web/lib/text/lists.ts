/** Returns the items of a list that are not null or undefined. A partial response has null items. */
export const compact = <T>(list: readonly (T | null | undefined)[] | null | undefined): T[] =>
  (list ?? []).filter((item): item is T => item !== null && item !== undefined);

/** Returns collections in the order of their list: those with a description come first. */
export const inListOrder = <C extends { readonly description: string | null }>(
  collections: readonly C[],
): C[] => [
  ...collections.filter(({ description }) => description),
  ...collections.filter(({ description }) => !description),
];

/** Joins names as in a sentence: `A`, `A and B`, `A, B and C`. */
export const joinNames = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);
