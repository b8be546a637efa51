import { globSync } from 'node:fs';
import { relative } from 'node:path';

/** Digits of the number of a module in base 36: enough for 1,296 modules. */
const MODULE_DIGITS = 2;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Creates Vite's `generateScopedName`: appends the number of the module to a class name. The names are the same in every
 * build of the same sources. A build shortens the class names to letters, which makes the style sheet a tenth smaller.
 * @param root modules are numbered in the order of their paths in this folder
 */
export const scopedClassName = (root: string, { isShort }: { readonly isShort: boolean }) => {
  const modules = cssModules(root);
  const names = new Map<string, string[]>();
  return (name: string, path: string): string => {
    const module = relative(root, path.replace(/\?.*/, ''));
    // A module that was added while the development server runs.
    if (!modules.includes(module)) modules.push(module);
    const number = moduleNumber(modules.indexOf(module));
    return `${isShort ? shortName(names, module, name) : name}_${number}`;
  };
};

/** Returns the paths of all CSS modules in a folder, in the order of their numbers. */
export const cssModules = (root: string): string[] =>
  globSync('**/*.module.css', { cwd: root, exclude: ['dist/**'] }).sort();

/** Returns the number of a CSS module as it is in class names. @throws Error for too many modules */
export function moduleNumber(index: number): string {
  const number = index.toString(36).padStart(MODULE_DIGITS, '0');
  if (number.length > MODULE_DIGITS)
    throw new Error(`expected at most ${36 ** MODULE_DIGITS} CSS modules, got more; increase MODULE_DIGITS`);
  return number;
}

/** Returns the letters of a class: `a` for the first one of its module. */
function shortName(names: Map<string, string[]>, module: string, name: string): string {
  const known = names.get(module) ?? [];
  names.set(module, known);
  if (!known.includes(name)) known.push(name);
  let [letters, index] = ['', known.indexOf(name)];
  do {
    letters = `${LETTERS[index % LETTERS.length]}${letters}`;
    index = Math.floor(index / LETTERS.length) - 1;
  } while (index >= 0);
  return letters;
}
