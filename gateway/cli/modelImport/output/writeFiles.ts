import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes all files to a folder, or none: after a failure the folder has its former files.
 * @param check rejects a result
 */
export async function writeAllOrNone(
  folder: string,
  files: ReadonlyMap<string, string>,
  check: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const textOf = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
  const former = new Map([...files.keys()].map((file) => [join(folder, file), textOf(join(folder, file))]));
  try {
    for (const [file, text] of files) writeFileSync(join(folder, file), text);
    await check();
  } catch (error) {
    for (const [path, text] of former) {
      if (text === undefined) rmSync(path, { force: true });
      // A file that could not be written cannot be written again.
      else if (textOf(path) !== text) writeFileSync(path, text);
    }
    throw error;
  }
}
