import { readFile } from 'node:fs/promises';
import { buildSchema } from 'graphql';
import type { Scope } from '../../../core/scopes.ts';
import { printSdl } from '../printSdl.ts';
import { createVisibleSchemas, type VisibleSchemas } from '../scopes/visibleSchema.ts';
import { type ChangeRecord, readChangeRecord } from './changeRecord.ts';
import { versionFile, versionsFolder } from './versionFiles.ts';

/** The versions of the contract of a model. */
export interface ContractVersions {
  /** Returns the changes between them, which are read once. */
  changes(): ChangeRecord;
  /** Returns the SDL of a version as callers with these scopes see it; undefined if there is no such version. */
  sdl(version: string, scopes: readonly Scope[]): Promise<string | undefined>;
}

/** Reads the versions of the contract beside a model, each at its first use. */
export function createContractVersions(schemaDir: string): ContractVersions {
  const folder = versionsFolder(schemaDir);
  let record: ChangeRecord | undefined;
  const changes = () => {
    record ??= readChangeRecord(folder);
    return record;
  };
  const schemas = new Map<string, Promise<VisibleSchemas>>();
  const printed = new Map<string, Promise<string>>();
  const read = async (version: string): Promise<VisibleSchemas> =>
    createVisibleSchemas(buildSchema(await readFile(versionFile(folder, version), 'utf8')));
  const print = async (version: string, scopes: readonly Scope[]): Promise<string> => {
    const visible = schemas.get(version) ?? read(version);
    schemas.set(version, visible);
    return printSdl((await visible)(scopes));
  };
  return {
    changes,
    async sdl(version, scopes) {
      if (!changes().versions.some((known) => known.version === version)) return undefined;
      const key = [version, ...scopes.toSorted()].join(' ');
      const sdl = printed.get(key) ?? print(version, scopes);
      printed.set(key, sdl);
      return sdl;
    },
  };
}
