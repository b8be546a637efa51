import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../../config/configParser.ts';
import { describeType, quoted } from '../../../core/describeValue.ts';
import { documentId, type Manifest } from './documentStore.ts';

const FORMAT = 'apollo-persisted-query-manifest';

/**
 * Reads manifests in Apollo's format: `{"format", "version": 1, "operations": [{"id", "body", …}]}`.
 * @param files manifests that may be missing, such as the manifest of an app that is not built
 * @param folder contains further manifests (`*.json`); it can be missing
 * @throws ConfigError that lists every invalid manifest
 */
export function readManifests(files: readonly string[], folder: string): Manifest {
  const errors: string[] = [];
  const names = globSync('*.json', { cwd: folder }).sort();
  const paths = [...files.filter((file) => existsSync(file)), ...names.map((name) => join(folder, name))];
  const documents: TrustedDocument[] = [];
  for (const path of paths)
    try {
      documents.push(...readManifest(readFileSync(path, 'utf8')));
    } catch (error) {
      errors.push(`${path}: ${(error as Error).message}`);
    }
  if (errors.length > 0) throw new ConfigError(errors);
  return createManifest(documents);
}

interface TrustedDocument {
  readonly id: string;
  readonly text: string;
  readonly name: unknown;
}

/** Creates the manifest of documents. */
export function createManifest(documents: readonly TrustedDocument[]): Manifest {
  const ids = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { id, name } of documents) {
    if (typeof name !== 'string') continue;
    if ((ids.get(name) ?? id) !== id) ambiguous.add(name);
    ids.set(name, id);
  }
  for (const name of ambiguous) ids.delete(name);
  return { texts: new Map(documents.map(({ id, text }) => [id, text])), ids };
}

function readManifest(text: string): readonly TrustedDocument[] {
  const { format, version, operations } = JSON.parse(text) as Partial<Record<string, unknown>>;
  if (format !== FORMAT || version !== 1 || !Array.isArray(operations))
    throw new Error(
      `expected {"format": "${FORMAT}", "version": 1, "operations": […]}, got ${quoted(JSON.stringify({ format, version, operations: describeType(operations) }))}`,
    );
  return operations.map(({ id, body, name }: Readonly<Record<string, unknown>>) => {
    if (typeof id !== 'string' || typeof body !== 'string' || documentId(body) !== id)
      throw new Error(
        `${String(name)}: expected an id that is the SHA-256 of the body in hexadecimal, got ${JSON.stringify(id)}`,
      );
    return { id, text: body, name };
  });
}
