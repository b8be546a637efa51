/** Leaves out the entries of a list that could not be had. */
export const present = <T>(list: readonly (T | null | undefined)[] | null | undefined): T[] =>
  (list ?? []).filter((item): item is T => item !== null && item !== undefined);
