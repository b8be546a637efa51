import { readFile } from 'node:fs/promises';
import { buildSchema, type GraphQLSchema } from 'graphql';
import type { Scope } from '../../../core/scopes.ts';
import { once } from '../../../services/cache/once.ts';
import { createVisibleSchemas, type VisibleSchemas } from '../scopes/visibleSchema.ts';
import { type ChangeRecord, readChangeRecord } from './changeRecord.ts';
import { versionFile, versionsFolder } from './versionFiles.ts';

/** The versions of the contract of a model. */
export interface ContractVersions {
  /** Returns the changes between them, which are read once. */
  changes(): ChangeRecord;
  /**
   * Returns a version as callers with these scopes see it, the same object each time; undefined if there is no such version.
   */
  schema(version: string, scopes: readonly Scope[]): Promise<GraphQLSchema | undefined>;
}

/** Reads the versions of the contract beside a model, each at its first use. */
export function createContractVersions(schemaDir: string): ContractVersions {
  const folder = versionsFolder(schemaDir);
  const changes = once(() => readChangeRecord(folder));
  const schemas = new Map<string, Promise<VisibleSchemas>>();
  const read = async (version: string): Promise<VisibleSchemas> =>
    createVisibleSchemas(buildSchema(await readFile(versionFile(folder, version), 'utf8')));
  return {
    changes,
    async schema(version, scopes) {
      if (!changes().versions.some((known) => known.version === version)) return undefined;
      const visible = schemas.get(version) ?? read(version);
      schemas.set(version, visible);
      return (await visible)(scopes);
    },
  };
}
