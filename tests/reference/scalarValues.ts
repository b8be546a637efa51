/** Dates in documents and arguments. There are few, so that filters often match. */
export const DATES: readonly string[] = ['01', '02', '03'].flatMap((month) =>
  Array.from({ length: 10 }, (_, digit) => `2026-${month}-1${digit}`),
);

/** Values of scalars in documents and arguments, by type. */
export const SCALAR_VALUES: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ['Int', [0, 1, 2, 3, 4, 5]],
  ['Float', [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]],
  ['Boolean', [false, true]],
  ['Date', DATES],
]);
