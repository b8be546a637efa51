import { openStorage } from '../../app/storage.ts';
import type { Config } from '../../config/config.ts';
import { readTypeDefs } from '../../graphql/schema/buildSchema.ts';
import { type IndexNames, indexNames } from '../../providers/search/client.ts';
import {
  createIndexWriter,
  type IndexWriter,
  type ListedIndex,
} from '../../providers/search/indexing/writer.ts';
import { INDEXED_MODEL_TTL_MS } from '../../services/storage/storage.ts';
import {
  fingerprintOf,
  type IndexMark,
  type ModelIndexes,
  modelIndexes,
  readMark,
} from '../../sync/index/modelIndexes.ts';
import type { Print } from './indexReport.ts';

const MS_PER_HOUR = 3_600_000;
/** A build that runs writes more often. */
const UNFINISHED_BUILD_TTL_MS = MS_PER_HOUR;

/** The indexes of one model. */
interface IndexGroup {
  readonly fingerprint: string;
  readonly names: readonly string[];
  /** The time at which the last index was created, in milliseconds since 1970. */
  readonly builtAt: number;
  /** Absent if they were not completely built. */
  readonly mark: IndexMark | undefined;
}

/** Returns the indexes of the models of a prefix, without temporary indexes. */
async function readGroups(
  search: IndexWriter,
  listed: readonly ListedIndex[],
  prefix: string,
): Promise<readonly IndexGroup[]> {
  const complete = listed.filter(({ isTemporary }) => !isTemporary);
  const groups = Map.groupBy(complete, ({ name }) => fingerprintOf(name, prefix));
  return Promise.all(
    [...groups].flatMap(([fingerprint, indexes]) =>
      fingerprint === undefined ? [] : [readGroup(search, prefix, fingerprint, indexes)],
    ),
  );
}

async function readGroup(
  search: IndexWriter,
  prefix: string,
  fingerprint: string,
  indexes: readonly ListedIndex[],
): Promise<IndexGroup> {
  const { documents } = indexNames(`${prefix}_${fingerprint}`);
  return {
    fingerprint,
    names: indexes.map(({ name }) => name),
    builtAt: Math.max(...indexes.map(({ createdAt }) => createdAt)),
    mark: readMark(await search.readSettings(documents)),
  };
}

/** Returns the indexes of the dataset that were used last; undefined if there are none. */
export async function newestIndexes(
  search: IndexWriter,
  { search: { indexPrefix } }: Pick<Config, 'search'>,
  { dataset }: ModelIndexes,
): Promise<IndexNames | undefined> {
  const groups = await readGroups(search, await search.list(), indexPrefix);
  const [newest] = groups
    .filter(({ mark }) => mark?.dataset === dataset)
    .sort((a, b) => Date.parse(b.mark?.usedAt ?? '') - Date.parse(a.mark?.usedAt ?? ''));
  return newest && indexNames(`${indexPrefix}_${newest.fingerprint}`);
}

interface RemoveOptions {
  /** Also removes indexes that a gateway used in the last two days. */
  readonly isForced: boolean;
  /** Only lists the indexes. */
  readonly isDry: boolean;
  readonly print: Print;
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Removes the indexes of earlier models of the dataset, which were built before the indexes of this model, and the indexes that a
 * killed build has left. Gateways mark their indexes as used every day; indexes that were used in the last two days stay.
 * @throws UpstreamError; Error without a write key
 */
export async function removeOldIndexes(
  config: Config,
  { isForced, isDry, print, now = Date.now }: RemoveOptions,
): Promise<void> {
  const { model } = await readTypeDefs(config.schemaDir, config.providers, config.locales);
  const { fingerprint, dataset, names } = modelIndexes(config, model);
  const search = createIndexWriter(config.search, names);
  const { indexPrefix } = config.search;
  const listed = await search.list();
  const unfinished = listed.filter(
    ({ name, isTemporary, updatedAt }) =>
      isTemporary &&
      fingerprintOf(name, indexPrefix) !== undefined &&
      now() - updatedAt > UNFINISHED_BUILD_TTL_MS,
  );
  for (const { name } of unfinished) {
    if (!isDry) await search.remove(name);
    print(`${isDry ? 'would be removed' : 'removed'}: ${name}, which a build did not complete`);
  }
  const groups = await readGroups(search, listed, indexPrefix);
  const old = groups.filter(
    ({ mark, ...other }) => other.fingerprint !== fingerprint && mark?.dataset === dataset,
  );
  const builtAt = groups.find((group) => group.fingerprint === fingerprint)?.builtAt;
  if (old.length === 0) return print('index: no indexes of other models');
  await using storage = openStorage(config, (error) => print(`storage unavailable: ${error}`));
  for (const { fingerprint: other, names, mark, ...group } of old) {
    const list = names.join(', ');
    if (builtAt === undefined || group.builtAt > builtAt) {
      print(
        builtAt === undefined
          ? `kept: ${list}; the indexes of this model are not built, so these indexes may be in use: run trivium index first`
          : `kept: ${list}; built after the indexes of this model: use the settings of the newest release`,
      );
      continue;
    }
    const age = now() - Date.parse(mark?.usedAt ?? '');
    if (age < INDEXED_MODEL_TTL_MS && !isForced) {
      print(
        `kept: ${list}; last used ${Math.floor(age / MS_PER_HOUR)} h ago, removable after 48 h, or with --force`,
      );
      continue;
    }
    if (isDry) {
      print(`would be removed: ${list}`);
      continue;
    }
    for (const name of names) await search.remove(name);
    await storage.indexedModels.remove(other);
    print(`removed: ${list}`);
  }
}
