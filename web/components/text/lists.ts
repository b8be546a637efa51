/** Leaves out the entries of a list that are null or undefined, as where a part of a response failed. */
export const compact = <T>(list: readonly (T | null | undefined)[] | null | undefined): T[] =>
  (list ?? []).filter((item): item is T => item !== null && item !== undefined);

/** The same list with the items that match before the others; both keep their order. */
export const moveToFront = <T>(list: readonly T[], matches: (item: T) => boolean): T[] => [
  ...list.filter(matches),
  ...list.filter((item) => !matches(item)),
];
