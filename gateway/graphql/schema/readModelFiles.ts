import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DocumentNode } from 'graphql';
import type { Model } from '../../core/model/model.ts';
import type { ComputedFields } from './bindDirectives.ts';
import { ModelError } from './model/modelError.ts';
import { readSdl } from './model/readSdl.ts';

/** The files of a model. */
interface ModelFiles extends ModelCode {
  readonly sdl: DocumentNode;
}

/** The exports of a model's `resolvers.ts`. */
interface ModelCode {
  readonly computed: ComputedFields;
  readonly objectText?: Model['objectText'];
}

/**
 * Reads the SDL of a model, and `resolvers.ts` (or `.js`) beside it, if there is one.
 * @throws Error if the folder has no SDL; ModelError with the errors of all files
 */
export async function readModelFiles(schemaDir: string): Promise<ModelFiles> {
  const [sdl, code] = await Promise.allSettled([readSdlOf(schemaDir), readCode(schemaDir)]);
  if (sdl.status === 'fulfilled' && code.status === 'fulfilled') return { sdl: sdl.value, ...code.value };
  const reasons = [sdl, code].flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const other = reasons.find((reason) => !(reason instanceof ModelError));
  throw other ?? new ModelError(reasons.flatMap(({ errors }: ModelError) => errors));
}

const readSdlOf = async (schemaDir: string): Promise<DocumentNode> => readSdl(schemaDir);

async function readCode(schemaDir: string): Promise<ModelCode> {
  const file = ['resolvers.ts', 'resolvers.js']
    .map((name) => join(resolve(schemaDir), name))
    .find(existsSync);
  if (!file) return { computed: {} };
  const modelError = (message: string) => new ModelError([`${relative(process.cwd(), file)} ${message}`]);
  const { resolvers, objectText } = (await import(pathToFileURL(file).href).catch((error: unknown) => {
    throw modelError(`expected a module that can be imported, got ${error}`);
  })) as { resolvers?: unknown; objectText?: unknown };
  if (typeof resolvers !== 'object' || resolvers === null)
    throw modelError(
      `expected the export \`resolvers\`: computed fields by type and field, got ${resolvers === null ? 'null' : typeof resolvers}; add it`,
    );
  if (objectText !== undefined && typeof objectText !== 'function')
    throw modelError(
      `expected the export \`objectText\` to be a function, got ${typeof objectText}; correct it`,
    );
  return { computed: resolvers as ComputedFields, objectText: objectText as Model['objectText'] };
}
