import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTypeDefs } from '../../buildSchema.ts';
import { ModelError } from '../../model/modelError.ts';

/** Returns the errors of a model in one file, with the resolvers beside it. */
export async function modelErrorsOf(sdl: string, resolvers?: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'model-'));
  writeFileSync(join(folder, 'model.graphql'), sdl);
  if (resolvers) writeFileSync(join(folder, 'resolvers.js'), resolvers);
  try {
    await readTypeDefs(folder);
    return [];
  } catch (error) {
    if (error instanceof ModelError) return error.errors;
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
