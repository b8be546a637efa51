/** Days. There are only a few, so that filters often match documents. */
export const DAYS: readonly string[] = ['01', '02', '03'].flatMap((month) =>
  Array.from({ length: 10 }, (_, day) => `2026-${month}-1${day}`),
);

/** Values of scalars in documents and arguments, also only a few. */
export const SCALAR_VALUES: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ['Int', [0, 1, 2, 3, 4, 5]],
  ['Float', [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]],
  ['Boolean', [false, true]],
  ['Date', DAYS],
]);
