import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type DefinitionNode, type DocumentNode, GraphQLError, Kind, parse, Source } from 'graphql';
import { NotUtf8Error, readUtf8 } from '../../../config/readUtf8.ts';
import { describeWithLocation, ModelError } from './modelError.ts';

/**
 * Parses the `.graphql` files of a folder. Locations contain the file name, for error messages.
 * @throws Error if there is none; ModelError with the first error of each file: its encoding or syntax
 */
export function readSdl(folder: string): DocumentNode {
  const files = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => file.endsWith('.graphql'))
    .sort();
  if (files.length === 0)
    throw new Error(`expected .graphql files in ${folder}, found none: set SCHEMA_DIR to a folder of SDL`);
  const errors: string[] = [];
  const definitions: DefinitionNode[] = files.flatMap((file) => {
    const path = join(folder, file);
    const name = relative(process.cwd(), path);
    try {
      return [...parse(new Source(readUtf8(path), name)).definitions];
    } catch (error) {
      if (error instanceof NotUtf8Error) errors.push(`${name}:${error.line}:1 ${error.reason}`);
      else if (error instanceof GraphQLError) errors.push(describeWithLocation(error));
      else throw error;
      return [];
    }
  });
  if (errors.length > 0) throw new ModelError(errors);
  return { kind: Kind.DOCUMENT, definitions };
}
