import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printSchema } from 'graphql';
import { createGatewaySchema } from '../../../../gateway/app/schema.ts';
import { PROVIDERS } from '../../../../gateway/core/errors.ts';
import { readTypeDefs } from '../../../../gateway/graphql/schema/buildSchema.ts';
import { ModelError } from '../../../../gateway/graphql/schema/model/modelError.ts';
import { documentSettings, momentSettings } from '../../../../gateway/providers/search/settings.ts';
import type { ModelFiles } from '../values/models.ts';

const RESOLVERS = new URL('../../../../schema/model/resolvers.ts', import.meta.url).href;
const MAX_ERROR_CHARACTERS = 600;
/** Faults name the file and the line, or the resolver. */
const LOCATION = /^(\S+\.graphql:\d+:\d+|resolvers\.ts \S+) /;

/** Writes a model to a folder, with the resolvers of the sample model. */
function writeModel(folder: string, files: ModelFiles): void {
  for (const [name, sdl] of Object.entries(files)) writeFileSync(join(folder, name), sdl);
  writeFileSync(join(folder, 'resolvers.ts'), `export { resolvers, objectText } from '${RESOLVERS}';\n`);
}

/** Builds the schema of a model. Returns the failures: errors without a place, and any other exception. */
export async function checkModelFiles(files: ModelFiles): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'trivium-fuzz-model-'));
  try {
    writeModel(folder, files);
    const defs = await readTypeDefs(folder);
    const unused = undefined as never;
    const schema = createGatewaySchema(defs, {
      content: {
        projectId: 'x',
        dataset: 'x',
        apiVersion: '2025-02-19',
        readToken: 'x',
        usesCdn: false,
        timeoutMs: 10_000,
      },
      providers: PROVIDERS,
      log: unused,
      broker: unused,
      apiKeys: unused,
      previews: unused,
      previewUrlOf: unused,
      readUsage: unused,
      readStatus: unused,
    });
    printSchema(schema);
    documentSettings(defs.model, ['en']);
    momentSettings(defs.model, ['en']);
    return [];
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return error.errors
      .filter((error) => !LOCATION.test(error) || error.length > MAX_ERROR_CHARACTERS)
      .map((error) => `expected a short error with file and line, got ${error.slice(0, 300)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
