const CONTEXT_LINES = 2;

/** A line of a difference: in both texts, only in the new one, or only in the former one. */
interface DiffLine {
  readonly sign: ' ' | '+' | '-';
  readonly text: string;
}

/** Returns the differences of a file in the format of `diff -u`, without line numbers. @param before undefined for a new file */
export function lineDiff(file: string, before: string | undefined, after: string): readonly string[] {
  const lines = diffLines(linesOf(before ?? ''), linesOf(after));
  const isNear = lines.map((_, i) =>
    lines.slice(Math.max(0, i - CONTEXT_LINES), i + CONTEXT_LINES + 1).some(({ sign }) => sign !== ' '),
  );
  const shown = lines.flatMap(({ sign, text }, i) => {
    if (!isNear[i]) return [];
    return [...(isNear[i - 1] || before === undefined ? [] : ['@@']), `${sign}${text}`.trimEnd()];
  });
  return [`--- ${before === undefined ? '/dev/null' : file}`, `+++ ${file}`, ...shown];
}

const linesOf = (text: string): readonly string[] =>
  text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);

/** Compares lines by their longest common subsequence, without the equal lines at the beginning and the end. */
function diffLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const limit = Math.min(before.length, after.length) - start;
  while (end < limit && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ sign: ' ', text }));
  return [
    ...same(before.slice(0, start)),
    ...changedLines(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ];
}

function changedLines(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  const lengthAt = (i: number, j: number): number => lengths[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      (lengths[i] as Uint32Array)[j] =
        before[i] === after[j]
          ? lengthAt(i + 1, j + 1) + 1
          : Math.max(lengthAt(i + 1, j), lengthAt(i, j + 1));
  const lines: DiffLine[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    if (i < before.length && before[i] === after[j]) {
      lines.push({ sign: ' ', text: before[i] as string });
      i += 1;
      j += 1;
    } else if (i < before.length && (j === after.length || lengthAt(i + 1, j) >= lengthAt(i, j + 1)))
      lines.push({ sign: '-', text: before[i++] as string });
    else lines.push({ sign: '+', text: after[j++] as string });
  }
  return lines;
}
