import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../../config/reader.ts';

/** Documents that a deployment vouches for: the text of each by its id, the SHA-256 of the text in hexadecimal. */
export type Manifest = ReadonlyMap<string, string>;

/** The name of the format as Apollo's tools write and read it. */
const FORMAT = 'apollo-persisted-query-manifest';

/** The id of a document: SHA-256 in hexadecimal, as Apollo's protocol of persisted queries has it. */
export const documentId = (text: string): string => hash('sha256', text);

/**
 * Reads manifests in Apollo's format: `{"format", "version": 1, "operations": [{"id", "body", …}]}`.
 * @param files those that may be absent, such as that of an app that has not been built
 * @param folder holds further ones, each a file that ends in `.json`
 * @throws ConfigError that lists every file that is no manifest, and what is wrong with it
 */
export function readManifests(files: readonly string[], folder?: string): Manifest {
  const errors: string[] = [];
  if (folder !== undefined && !existsSync(folder))
    errors.push(
      `TRUSTED_DOCUMENTS_DIR: expected a folder of manifests, got ${JSON.stringify(folder)}, which is not there`,
    );
  const names = folder === undefined ? [] : globSync('*.json', { cwd: folder }).sort();
  const paths = [
    ...files.filter((file) => existsSync(file)),
    ...names.map((name) => join(folder as string, name)),
  ];
  const documents = new Map<string, string>();
  for (const path of paths)
    try {
      for (const [id, text] of readManifest(readFileSync(path, 'utf8'))) documents.set(id, text);
    } catch (error) {
      errors.push(`${path}: ${(error as Error).message}`);
    }
  if (errors.length > 0) throw new ConfigError(errors);
  return documents;
}

function readManifest(text: string): readonly (readonly [string, string])[] {
  const { format, version, operations } = JSON.parse(text) as Partial<Record<string, unknown>>;
  if (format !== FORMAT || version !== 1 || !Array.isArray(operations))
    throw new Error(`expected a manifest of the format ${FORMAT}, version 1, got something else`);
  return operations.map(({ id, body, name }: Readonly<Record<string, unknown>>) => {
    if (typeof id !== 'string' || typeof body !== 'string' || documentId(body) !== id)
      throw new Error(
        `${String(name)}: expected an id that is the SHA-256 of the body in hexadecimal, got ${JSON.stringify(id)}`,
      );
    return [id, body] as const;
  });
}
