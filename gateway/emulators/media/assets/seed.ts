import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Asset } from './asset.ts';

/**
 * Reads `<seedDir>/assets.json`: `{"assets": [Asset…]}`. A missing file means no assets.
 * @throws Error with the file and the invalid value
 */
export async function readSeed(seedDir: string): Promise<Asset[]> {
  const file = join(seedDir, 'assets.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{"assets": []}';
    throw error;
  });
  const { assets } = JSON.parse(text) as { assets?: unknown };
  if (!Array.isArray(assets)) throw new Error(`${file}: expected {"assets": [{"id", "status", …}, …]}`);
  for (const [i, asset] of assets.entries()) {
    // The id is used as a folder name, so only letters and digits are allowed.
    if (!/^[A-Za-z0-9]+$/.test(asset?.id))
      throw new Error(
        `${file}: assets[${i}].id: expected letters and digits, got ${JSON.stringify(asset?.id)}`,
      );
    if (!['preparing', 'ready', 'errored'].includes(asset.status))
      throw new Error(
        `${file}: assets[${i}].status: expected preparing, ready or errored, got ${JSON.stringify(asset.status)}`,
      );
  }
  return assets as Asset[];
}
