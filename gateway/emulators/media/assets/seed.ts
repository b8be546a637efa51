import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Asset } from './asset.ts';
import { ASSET_RULES, ruleError, STILLS_RULES } from './seedRules.ts';

/**
 * Reads `<seedDir>/mux-assets.json`: `{"assets": [Asset…]}`. A missing file means no assets. It also checks the description of
 * the stills of each asset, `media/<asset id>/stills.json`.
 * @throws Error with the file and the invalid value
 */
export async function readSeed(seedDir: string): Promise<Asset[]> {
  const file = join(seedDir, 'mux-assets.json');
  const content = await readJson(file);
  if (content === undefined) return [];
  const { assets } = (content ?? {}) as { assets?: unknown };
  if (!Array.isArray(assets)) throw new Error(`${file}: expected {"assets": [{"id", "status", …}, …]}`);
  for (const [i, asset] of assets.entries()) {
    const error = ruleError(asset, ASSET_RULES, `assets[${i}]`);
    if (error !== undefined) throw new Error(`${file}: ${error}`);
    await checkStills(join(seedDir, 'media', asset.id));
  }
  return assets as Asset[];
}

/** @throws Error with the file and the invalid value */
async function checkStills(folder: string): Promise<void> {
  const file = join(folder, 'stills.json');
  const stills = await readJson(file);
  if (stills === undefined) return;
  const error = ruleError(stills, STILLS_RULES);
  if (error !== undefined) throw new Error(`${file}: ${error}`);
  const { count } = stills as { count: number };
  const images = await readdir(join(folder, 'stills')).catch(() => []);
  if (count > images.length)
    throw new Error(`${file}: count: expected at most the ${images.length} files in stills, got ${count}`);
}

/** Returns the value in a JSON file; undefined if there is no file. @throws Error with the file and what is wrong with it */
async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // `SEED_DIR` can be an archive, which has no Mux assets.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new Error(`${file}: expected a file that can be read: ${error.message}`);
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file}: expected JSON: ${(error as Error).message}`);
  }
}
