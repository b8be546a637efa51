import { ApiError, badRequest } from '../api/apiError.ts';
import type { SearchIndex } from './searchIndex.ts';
import type { Settings } from './settings.ts';

/** An entry of the setting `replicas`. */
interface ReplicaEntry {
  name: string;
  /** A view of the primary index that sorts its relevant results (`virtual(name)`). */
  isVirtual: boolean;
}

/** Settings of the primary index that a virtual replica uses and cannot change: they decide what is indexed, and how. */
const SETTINGS_OF_PRIMARY: readonly (keyof Settings)[] = [
  'attributesForFaceting',
  'disablePrefixOnAttributes',
  'disableTypoToleranceOnWords',
  'indexLanguages',
  'keepDiacriticsOnCharacters',
  'numericAttributesForFiltering',
  'ranking',
  'searchableAttributes',
  'separatorsToIndex',
];

/** Parses the setting `replicas`: `name`, or `virtual(name)`. Empty names are ignored. */
export function parseReplicas(entries: readonly string[] = []): ReplicaEntry[] {
  return entries
    .map((entry) => {
      const [, virtual] = /^virtual\("?(.+?)"?\)$/.exec(entry) ?? [];
      return { name: virtual ?? entry, isVirtual: virtual !== undefined };
    })
    .filter(({ name }) => name !== '');
}

/** @throws ApiError 403 for a write to the records of a replica, in Algolia's words */
export function requirePrimary(index: SearchIndex | undefined, operation: string): void {
  if (index?.primary !== undefined) throw new ApiError(403, `cannot apply ${operation} on a replica index`);
}

/**
 * Checks the replicas that an index is given.
 * @throws ApiError 400 for a replica of a replica, of several indices, or of itself
 */
export function checkReplicas(
  name: string,
  replicas: readonly ReplicaEntry[],
  indices: ReadonlyMap<string, SearchIndex>,
): void {
  if (replicas.length > 0 && indices.get(name)?.primary !== undefined)
    throw badRequest(`Index ${name} is a replica and cannot have replicas`);
  for (const [i, replica] of replicas.entries()) {
    const existing = indices.get(replica.name);
    if (replica.name === name) throw badRequest(`Index ${name} cannot be its own replica`);
    if (replicas.findIndex((other) => other.name === replica.name) !== i)
      throw badRequest(`Replica ${replica.name} is listed twice`);
    if (existing?.primary !== undefined && existing.primary !== name)
      throw badRequest('A replica index is already replica of another index');
    if (existing && existing.replicas.length > 0)
      throw badRequest(`Replica ${replica.name} has replicas and cannot be a replica`);
  }
}

/** @throws ApiError 400 for a setting that a virtual replica takes from its primary index */
export function checkVirtualSettings(index: SearchIndex | undefined, changes: object): void {
  if (!index?.isVirtual) return;
  const name = SETTINGS_OF_PRIMARY.find((setting) => Object.hasOwn(changes, setting));
  if (name !== undefined)
    throw badRequest(`Setting ${name} is not supported on virtual replicas: change it on the primary index`);
}

/** Returns the changes of settings that an index forwards to a replica. */
export function forwardedSettings(replica: SearchIndex, changes: object): object {
  const excluded: readonly string[] = replica.isVirtual ? ['replicas', ...SETTINGS_OF_PRIMARY] : ['replicas'];
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !excluded.includes(name)));
}

/** Returns the settings of an index that a copy receives. */
export function copiedSettings({ replicas: _, ...settings }: Settings): Settings {
  return settings;
}

/** Connects each index with the replicas that its settings name. */
export function linkReplicas(indices: ReadonlyMap<string, SearchIndex>): void {
  const links = new Map(
    [...indices].flatMap(([primary, { settings }]) =>
      parseReplicas(settings.replicas).map(({ name, isVirtual }) => [name, { primary, isVirtual }] as const),
    ),
  );
  for (const index of indices.values()) index.replicas = [];
  for (const [name, index] of indices) {
    const link = links.get(name);
    const primary = link && indices.get(link.primary);
    primary?.replicas.push(index);
    index.primary = link?.primary;
    index.isVirtual = link?.isVirtual ?? false;
    index.inherit(primary && index.isVirtual ? copiedSettings(primary.settings) : {});
  }
}
