import { readCoreSdl } from '../../../graphql/schema/buildSchema.ts';
import { readExtract, type StudioSchema } from '../extract/readExtract.ts';
import { type ImportOptions, importModel, type ModelImport } from '../importModel.ts';
import { document, slug } from './extracts.ts';

const { definitions: core } = readCoreSdl();

/** Reads an extract of these declarations. */
export const studioSchema = (declarations: readonly object[]): StudioSchema =>
  readExtract(JSON.stringify(declarations), 'schema.json');

/** Imports an extract of these declarations. */
export const importTypes = (
  declarations: readonly object[],
  options: Partial<ImportOptions> = {},
): Promise<ModelImport> => importModel(studioSchema(declarations), { core, ...options });

/** Returns the SDL of an import without descriptions and empty lines. */
export async function importSdl(
  declarations: readonly object[],
  options: Partial<ImportOptions> = {},
): Promise<string> {
  const { files } = await importTypes(declarations, options);
  return [...files.values()]
    .flatMap((sdl) => sdl.split('\n'))
    .filter((line) => line.trim() !== '' && !/^\s*"/.test(line) && !line.startsWith('# Imported'))
    .join('\n');
}

/** Returns the lines of a post with these attributes, and the types after it. */
export const postWith = async (
  fields: Parameters<typeof document>[1],
  ...otherTypes: object[]
): Promise<string> => {
  const sdl = await importSdl([document('post', fields), slug, ...otherTypes]);
  return sdl.slice(sdl.indexOf('type Post'));
};
