import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema, resolveSchemaCoordinate } from 'graphql';
import { SCOPES, type Scope, type ScopeGroups } from '../../core/scopes.ts';
import { createVisibleSchemas, type VisibleSchemas } from '../../graphql/schema/scopes/visibleSchema.ts';
import type { ChangeRecord, RecordedChange } from '../../graphql/schema/versions/changeRecord.ts';
import {
  compareVersions,
  isPreview,
  isVersionName,
  versionFile,
} from '../../graphql/schema/versions/versionFiles.ts';
import { findContractChanges } from './changes.ts';

/**
 * Returns the versions in a folder, the earliest first.
 * @throws Error if a file with SDL is not named after a version
 */
export function listVersions(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).flatMap((file) => /^(.*)\.graphql$/.exec(file)?.[1] ?? []);
  const unknown = names.find((name) => !isVersionName(name));
  if (unknown !== undefined)
    throw new Error(`${versionFile(folder, unknown)}: expected a date such as 2026-11-23, got ${unknown}`);
  return names.toSorted(compareVersions);
}

/** Returns the file with the SDL of the latest version that is no preview; undefined without one. */
export function latestReleaseFile(folder: string): string | undefined {
  const version = listVersions(folder).findLast((name) => !isPreview(name));
  return version && versionFile(folder, version);
}

/** Returns the file with the SDL of the latest version; undefined without one. */
export function latestVersionFile(folder: string): string | undefined {
  const version = listVersions(folder).at(-1);
  return version && versionFile(folder, version);
}

/** Compares each version in a folder with the next, and the latest with the contract. */
export async function createChangeRecord(folder: string, contract: GraphQLSchema): Promise<ChangeRecord> {
  const read = (version: string) => buildSchema(readFileSync(versionFile(folder, version), 'utf8'));
  const versions: { version: string; changes: readonly RecordedChange[] }[] = [];
  let before: GraphQLSchema | undefined;
  for (const version of listVersions(folder)) {
    const after = read(version);
    versions.unshift({ version, changes: before ? await recordChanges(before, after) : [] });
    before = after;
  }
  return { unreleased: before ? await recordChanges(before, contract) : [], versions };
}

async function recordChanges(
  before: GraphQLSchema,
  after: GraphQLSchema,
): Promise<readonly RecordedChange[]> {
  const schemas = [before, after].map(createVisibleSchemas);
  const changes = await findContractChanges(before, after);
  return changes.map(({ level, coordinate, message }) => {
    const scopes = scopesThatShow(coordinate, schemas);
    return { level, coordinate, message, ...(scopes && { scopes }) };
  });
}

/**
 * Returns the scopes with which callers see a coordinate in each schema that has it; undefined if all callers see it.
 */
function scopesThatShow(coordinate: string, schemas: readonly VisibleSchemas[]): ScopeGroups | undefined {
  const having = schemas.filter((visibleSchemas) => contains(visibleSchemas(SCOPES), coordinate));
  const isShown = (scopes: readonly Scope[]) =>
    having.every((visibleSchemas) => contains(visibleSchemas(scopes), coordinate));
  if (isShown([])) return undefined;
  const alone = SCOPES.filter((scope) => isShown([scope]));
  return alone.length > 0 ? alone.map((scope) => [scope]) : [SCOPES];
}

function contains(schema: GraphQLSchema, coordinate: string): boolean {
  try {
    return resolveSchemaCoordinate(schema, coordinate) !== undefined;
  } catch {
    // The type or field that would contain it does not exist.
    return false;
  }
}
