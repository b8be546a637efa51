import { existsSync, readFileSync } from 'node:fs';
import type { ScopeGroups } from '../../../core/scopes.ts';
import { changesFile } from './versionFiles.ts';

/** The levels of changes: changes that break valid operations, changes that can change their results, and other changes. */
export const LEVELS = ['breaking', 'dangerous', 'safe'] as const;
export type ChangeLevel = (typeof LEVELS)[number];

/** A change of the contract. */
export interface RecordedChange {
  readonly level: ChangeLevel;
  /** The schema coordinate that changed; empty for changes of descriptions. */
  readonly coordinate: string;
  readonly message: string;
  /** The scopes with which callers see the coordinate; absent if all callers see it. */
  readonly scopes?: ScopeGroups;
}

/** A version of the contract. */
export interface VersionRecord {
  readonly version: string;
  /** The changes from the version before; empty for the first version. */
  readonly changes: readonly RecordedChange[];
}

/** The changes of a contract. `trivium contract` writes it, so that the gateway compares no schemas. */
export interface ChangeRecord {
  /** The changes from the latest version to the contract. */
  readonly unreleased: readonly RecordedChange[];
  /** The latest version first. */
  readonly versions: readonly VersionRecord[];
}

/** Reads the changes of a contract from the folder of its versions; none if it has no versions. */
export function readChangeRecord(folder: string): ChangeRecord {
  const file = changesFile(folder);
  if (!existsSync(file)) return { unreleased: [], versions: [] };
  return JSON.parse(readFileSync(file, 'utf8')) as ChangeRecord;
}
