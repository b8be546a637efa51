/** A few days: what filters name is then often what documents hold. */
export const DAYS: readonly string[] = ['01', '02', '03'].flatMap((month) =>
  Array.from({ length: 10 }, (_, day) => `2026-${month}-1${day}`),
);

/** The values that documents and arguments have for a scalar, also few. Absent for other scalars. */
export const SCALAR_VALUES: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ['Int', [0, 1, 2, 3, 4, 5]],
  ['Float', [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]],
  ['Boolean', [false, true]],
  ['Date', DAYS],
]);
