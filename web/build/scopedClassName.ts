import { createHash } from 'node:crypto';
import { relative } from 'node:path';

const SIGNS = 4;

/**
 * Names the classes of a CSS module by their own names and a sign of their file, the same in every build: shorter than
 * Vite's, of which each says its line as well.
 * @param root the folder that files are told apart within
 */
export const classNamer = (root: string) => {
  const files = new Map<string, string>();
  return (name: string, path: string): string => {
    const file = relative(root, path.replace(/\?.*/, ''));
    const sign = BigInt(`0x${createHash('sha256').update(file).digest('hex')}`)
      .toString(36)
      .slice(-SIGNS);
    const other = files.get(sign);
    if (other !== undefined && other !== file)
      throw new Error(
        `expected ${file} and ${other} to have signs of their own, got ${sign} for both; raise SIGNS`,
      );
    files.set(sign, file);
    return `${name}_${sign}`;
  };
};
