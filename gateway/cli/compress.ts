import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);
/** Smaller files gain nothing: their response headers are as large. */
const MIN_BYTES = 1024;

/** Writes `.br` and `.gz` beside each text file of a folder, at the highest compression level. */
export async function compressFiles(folder: string): Promise<void> {
  const names = globSync('**/*.{js,css,svg,html,json,txt}', { cwd: folder });
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, name);
      const content = await readFile(file);
      if (content.length < MIN_BYTES) return;
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      await Promise.all([
        brotliAsync(content, { params }).then((compressed) => writeFile(`${file}.br`, compressed)),
        gzipAsync(content, { level: 9 }).then((compressed) => writeFile(`${file}.gz`, compressed)),
      ]);
    }),
  );
}
