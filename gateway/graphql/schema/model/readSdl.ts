import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type DefinitionNode, type DocumentNode, Kind } from 'graphql';
import { ModelError } from './modelError.ts';
import { GraphqlFileError, parseGraphqlFile } from './parseGraphqlFile.ts';

/**
 * Parses the `.graphql` files of a folder. Locations contain the file name, for error messages.
 * @throws Error if there is none; ModelError with the first error of each file: its encoding, nesting or syntax
 */
export function readSdl(folder: string): DocumentNode {
  const files = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith('.graphql'))
    .sort();
  if (files.length === 0)
    throw new Error(`expected .graphql files in ${folder}, found none: set SCHEMA_DIR to a folder of SDL`);
  const errors: string[] = [];
  const definitions: DefinitionNode[] = files.flatMap((file) => {
    try {
      return [...parseGraphqlFile(join(folder, file)).definitions];
    } catch (error) {
      if (!(error instanceof GraphqlFileError)) throw error;
      errors.push(error.message);
      return [];
    }
  });
  if (errors.length > 0) throw new ModelError(errors);
  return { kind: Kind.DOCUMENT, definitions };
}
