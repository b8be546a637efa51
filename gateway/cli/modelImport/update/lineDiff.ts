import { diff } from 'node:util';

const CONTEXT_LINES = 2;

/** The signs of lines in both texts, only in the former one, and only in the new one, by the operations of `diff`. */
const SIGNS: Readonly<Record<number, string>> = { 0: ' ', 1: '-', [-1]: '+' };

/** Returns the differences of a file in the format of `diff -u`, without line numbers. @param before undefined for a new file */
export function lineDiff(file: string, before: string | undefined, after: string): readonly string[] {
  const lines = diff(linesOf(before ?? ''), linesOf(after));
  const isNear = lines.map((_, i) =>
    lines.slice(Math.max(0, i - CONTEXT_LINES), i + CONTEXT_LINES + 1).some(([operation]) => operation !== 0),
  );
  const shown = lines.flatMap(([operation, text], i) => {
    if (!isNear[i]) return [];
    return [...(isNear[i - 1] || before === undefined ? [] : ['@@']), `${SIGNS[operation]}${text}`.trimEnd()];
  });
  return [`--- ${before === undefined ? '/dev/null' : file}`, `+++ ${file}`, ...shown];
}

const linesOf = (text: string): readonly string[] =>
  text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
