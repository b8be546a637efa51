import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../../support/stack.ts';

const RECIPES = `${ROOT}tests/support/fixtures/recipes/schema`;
const folders: string[] = [];

/** Copies the recipes model with replaced text. @returns the folder of the copy */
export function modifyRecipesModel(...pairs: readonly (readonly [string, string])[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'trivium-model-'));
  folders.push(folder);
  cpSync(RECIPES, folder, { recursive: true });
  const file = join(folder, 'recipes.graphql');
  let sdl = readFileSync(file, 'utf8');
  for (const [from, to] of pairs) {
    if (!sdl.includes(from)) throw new Error(`expected ${from} in the recipes model`);
    sdl = sdl.replace(from, to);
  }
  writeFileSync(file, sdl);
  return folder;
}

/** Removes the copies. */
export function removeModifiedModels(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}
