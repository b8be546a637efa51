import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type DefinitionNode, type DocumentNode, GraphQLError, Kind, parse, Source } from 'graphql';
import { describeWithLocation, ModelError } from './modelError.ts';

/**
 * Parses the `.graphql` files of a folder. Locations contain the file name, for error messages.
 * @throws Error if there is none; ModelError with the syntax error of each file
 */
export function readSdl(folder: string): DocumentNode {
  const files = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith('.graphql'))
    .sort();
  if (files.length === 0)
    throw new Error(`expected .graphql files in ${folder}, found none: set SCHEMA_DIR to a folder of SDL`);
  const faults: string[] = [];
  const definitions: DefinitionNode[] = files.flatMap((file) => {
    const path = join(folder, file);
    try {
      return [...parse(new Source(readFileSync(path, 'utf8'), relative(process.cwd(), path))).definitions];
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      faults.push(describeWithLocation(error));
      return [];
    }
  });
  if (faults.length > 0) throw new ModelError(faults);
  return { kind: Kind.DOCUMENT, definitions };
}
