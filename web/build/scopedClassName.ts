import { createHash } from 'node:crypto';
import { relative } from 'node:path';

const HASH_LENGTH = 4;

/**
 * Creates Vite's `generateScopedName`: appends a hash of the file to a class name. The names are the same in every build,
 * and shorter than Vite's, which contain a hash of each class.
 * @param root hashed paths are relative to it
 */
export const scopedClassName = (root: string) => {
  const files = new Map<string, string>();
  return (name: string, path: string): string => {
    const file = relative(root, path.replace(/\?.*/, ''));
    const hash = BigInt(`0x${createHash('sha256').update(file).digest('hex')}`)
      .toString(36)
      .slice(-HASH_LENGTH);
    const other = files.get(hash);
    if (other !== undefined && other !== file)
      throw new Error(
        `expected different hashes for ${file} and ${other}, got ${hash} for both; increase HASH_LENGTH`,
      );
    files.set(hash, file);
    return `${name}_${hash}`;
  };
};
