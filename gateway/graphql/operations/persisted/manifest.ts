import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getOperationAST, parse } from 'graphql';
import { ConfigError } from '../../../config/configParser.ts';
import { describeType, quoted } from '../../../core/describeValue.ts';
import { isObject } from '../../../core/validators.ts';
import { documentId, type Manifest } from './documentStore.ts';

const FORMAT = 'apollo-persisted-query-manifest';
const EXPECTED = `{"format": "${FORMAT}", "version": 1, "operations": […]} or {"<SHA-256>": "<document>", …}`;

/**
 * Reads manifests in the format of Apollo, `{"format", "version": 1, "operations": [{"id", "body", …}]}`, or in that of GraphQL Code
 * Generator and Relay, `{"<id>": "<document>"}`.
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
  return operationsIn(JSON.parse(text)).map((operation) => {
    const { id, body, name } = (isObject(operation) ? operation : {}) as Operation;
    const hash = typeof id === 'string' ? id.replace(/^sha256:/, '') : undefined;
    const subject = typeof name === 'string' ? `${name}: ` : '';
    if (hash === undefined || typeof body !== 'string' || documentId(body) !== hash)
      throw new Error(
        `${subject}expected an id that is the SHA-256 of the document in hexadecimal, got ${JSON.stringify(id) ?? 'none'}; set the hash algorithm of the generator to SHA-256`,
      );
    return { id: hash, text: body, name: name ?? nameOf(hash, body) };
  });
}

interface Operation {
  readonly id?: unknown;
  readonly body?: unknown;
  readonly name?: unknown;
}

function operationsIn(manifest: unknown): readonly unknown[] {
  if (isObject(manifest)) {
    const { format, version, operations } = manifest;
    if (format === FORMAT && version === 1 && Array.isArray(operations)) return operations;
    const entries = Object.entries(manifest);
    if (format === undefined && entries.every(([, body]) => typeof body === 'string'))
      return entries.map(([id, body]) => ({ id, body }));
  }
  const actual = isObject(manifest)
    ? Object.entries(manifest).map(summary).join(', ')
    : describeType(manifest);
  throw new Error(`expected ${EXPECTED}, got ${quoted(actual)}`);
}

const summary = ([name, value]: readonly [string, unknown]): string =>
  `${name}: ${typeof value === 'object' ? describeType(value) : String(value)}`;

/** Returns the name of the only operation of a document. @throws Error for a text that is no document */
function nameOf(id: string, document: string): string | undefined {
  try {
    return getOperationAST(parse(document, { noLocation: true }))?.name?.value;
  } catch (error) {
    throw new Error(`${id}: expected a GraphQL document, got ${(error as Error).message}`);
  }
}
