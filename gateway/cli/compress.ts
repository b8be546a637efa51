import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Bytes below which a file is as small as its headers. */
const MIN_BYTES = 1024;

/** Puts `.br` and `.gz` beside each text file of a folder, made as small as they can be. */
export async function compressFiles(folder: string): Promise<void> {
  const names = globSync('**/*.{js,css,svg,html,json,txt}', { cwd: folder });
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const text = await readFile(file);
      if (text.length < MIN_BYTES) return;
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
      await Promise.all([
        brotli(text, { params }).then((small) => writeFile(`${file}.br`, small)),
        zip(text, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
      ]);
    }),
  );
}
