import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTypeDefs, type TypeDefs } from '../../../graphql/schema/buildSchema.ts';

/** Texts by file name. */
type Files = Iterable<readonly [file: string, text: string]>;

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Files): void {
  for (const [file, text] of files) writeFileSync(join(folder, file), text);
}

/** Runs work with a temporary folder of files, and removes the folder. */
export async function withFolder<T>(files: Files, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'model-'));
  try {
    writeFiles(folder, files);
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads files with SDL as the gateway reads a model. */
export const readModelFiles = (files: Files): Promise<TypeDefs> =>
  withFolder(files, (folder) => readTypeDefs(folder));
