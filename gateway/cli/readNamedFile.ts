import { readFileSync } from 'node:fs';
import { UsageError } from './usageError.ts';

/** What is found in place of a file, by the codes of Node. */
const FOUND: ReadonlyMap<string | undefined, string> = new Map([
  ['ENOENT', 'no such file'],
  ['ENOTDIR', 'no such file'],
  ['EISDIR', 'a folder'],
]);

/**
 * Reads a text file that the command line names.
 * @param expected what the file has to be
 * @param fix the end of the message, e.g. `; run …`
 * @throws UsageError that says what was found
 */
export function readNamedFile(file: string, expected: string, fix = ''): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const found = FOUND.get(code) ?? `a file that cannot be read (${code})`;
    throw new UsageError(`${file}: expected ${expected}, got ${found}${fix}`);
  }
}
