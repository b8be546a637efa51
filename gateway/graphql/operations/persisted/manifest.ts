import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../../config/configReader.ts';

/** Texts of trusted documents by id. */
export type Manifest = ReadonlyMap<string, string>;

const FORMAT = 'apollo-persisted-query-manifest';

/** Returns the id of a document: the SHA-256 of its text in hexadecimal, as in Apollo's persisted queries. */
export const documentId = (text: string): string => hash('sha256', text);

/**
 * Reads manifests in Apollo's format: `{"format", "version": 1, "operations": [{"id", "body", …}]}`.
 * @param files manifests that may be missing, such as that of an app that is not built
 * @param folder contains further manifests (`*.json`)
 * @throws ConfigError that lists every invalid manifest
 */
export function readManifests(files: readonly string[], folder?: string): Manifest {
  const errors: string[] = [];
  if (folder !== undefined && !existsSync(folder))
    errors.push(
      `TRUSTED_DOCUMENTS_DIR: expected a folder of manifests, got ${JSON.stringify(folder)}, which does not exist`,
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
    throw new Error(`expected a manifest of the format ${FORMAT}, version 1, got another`);
  return operations.map(({ id, body, name }: Readonly<Record<string, unknown>>) => {
    if (typeof id !== 'string' || typeof body !== 'string' || documentId(body) !== id)
      throw new Error(
        `${String(name)}: expected an id that is the SHA-256 of the body in hexadecimal, got ${JSON.stringify(id)}`,
      );
    return [id, body] as const;
  });
}
