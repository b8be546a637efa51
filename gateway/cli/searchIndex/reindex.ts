import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '../../app/storage.ts';
import type { Config } from '../../config/config.ts';
import { loadEnvironment } from '../../config/environment.ts';
import { readConfig } from '../../config/readConfig.ts';
import { UpstreamError } from '../../core/errors.ts';
import type { Model } from '../../core/model/model.ts';
import { readTypeDefs } from '../../graphql/schema/buildSchema.ts';
import { createContentClient } from '../../providers/content/client.ts';
import { ABSENT_MEDIA } from '../../providers/media/absentClient.ts';
import { createMediaProvider, type MediaProvider } from '../../providers/media/provider.ts';
import type { IndexNames } from '../../providers/search/client.ts';
import { createIndexWriter, type IndexWriter } from '../../providers/search/indexing/writer.ts';
import type { Storage } from '../../services/storage/storage.ts';
import { checkIndex, RepairTooLarge, repairIndex } from '../../sync/index/drift.ts';
import {
  differentSettings,
  indexedTypes,
  type ModelIndexes,
  modelIndexes,
  readMark,
} from '../../sync/index/modelIndexes.ts';
import { rebuildIndex } from '../../sync/index/rebuild.ts';
import { createIndexSources } from '../../sync/index/sources.ts';
import { reconciliationCheckpoint } from '../../sync/index/status.ts';
import { messageOf } from '../expectedError.ts';
import { isRedisError } from '../redisError.ts';
import { createWaitNotice } from '../waitNotice.ts';
import { writeExclusively } from './exclusiveWrites.ts';
import { type Print, printBuild, printCheck, printRepair } from './indexReport.ts';
import { newestIndexes, removeOldIndexes } from './oldIndexes.ts';

/** The media library is read in pages of 100, at the request rate of the account. */
const MEDIA_LIBRARY_TIMEOUT_MS = 30_000;
const MAX_LISTED_JOBS = 100;

type ReindexTask = 'update' | 'force-update' | 'build-if-missing' | 'check';

interface ReindexOptions {
  readonly task: ReindexTask;
  /** Receives progress and result, line by line. */
  readonly print: Print;
}

/**
 * Builds the search indexes of a model, or brings them up to date, or checks them.
 * @returns false if a check found differences
 * @throws UpstreamError of the provider that failed; RepairTooLarge; Error without a write key
 */
export async function reindex(config: Config, { task, print: printLine }: ReindexOptions): Promise<boolean> {
  using notice = createWaitNotice('Algolia', printLine);
  const { print } = notice;
  if (!config.providers.includes('search')) {
    print('index: nothing to do, PROVIDERS has no search');
    return true;
  }
  const { model } = await readTypeDefs(config.schemaDir, config.providers, config.locales);
  if (indexedTypes(model).length === 0) {
    print('index: nothing to do, no field of the model is @searchable');
    return true;
  }
  const indexes = modelIndexes(config, model);
  const search = createIndexWriter(config.search, indexes.names);
  const isBuilt = async () => {
    const isMarked = readMark(await search.readSettings(indexes.names.documents)) !== undefined;
    if (isMarked && task === 'build-if-missing') print(`index: ${indexes.names.documents} is already built`);
    return isMarked;
  };
  if (task === 'build-if-missing' && (await isBuilt())) return true;
  const { fingerprint } = indexes;
  const sources = openSources(config, { model, indexes, search, print, onWait: notice.waitFor });
  const { storage } = sources;
  const write = async (print: Print) => {
    notice.waitFor('Algolia');
    const isUpdate = await isBuilt();
    if (isUpdate && task === 'build-if-missing') return;
    // From now on, running gateways of other models keep the changes for this model.
    await storage?.indexedModels.add(fingerprint);
    const startedAt = new Date();
    if (isUpdate) await update(sources.read, { isForced: task === 'force-update', print });
    else {
      // Without storage, another process may be building.
      if (storage) await removeUnfinishedIndexes(search, indexes);
      await build(sources.read, { copiedFrom: await newestIndexes(search, config, indexes), print });
    }
    await sources.recordReconciliation(startedAt);
  };
  try {
    if (task === 'check')
      return printCheck(await checkIndex(await sources.read(print, { isMediaRequired: true })), print);
    notice.waitFor('the end of other writes to these indexes');
    await writeExclusively({ storage, fingerprint, print }, write);
    return true;
  } finally {
    await sources.close();
  }
}

type ReadSources = ReturnType<typeof openSources>['read'];

/** Removes what a build that was killed has left. */
async function removeUnfinishedIndexes(search: IndexWriter, { names }: ModelIndexes): Promise<void> {
  for (const { name, isTemporary } of await search.list())
    if (isTemporary && Object.values(names).some((built) => name.startsWith(`${built}_`)))
      await search.remove(name);
}

async function build(
  read: ReadSources,
  { copiedFrom, print }: { readonly copiedFrom: IndexNames | undefined; readonly print: Print },
): Promise<void> {
  const startedAt = performance.now();
  if (copiedFrom) print(`settings, synonyms and rules are copied from ${copiedFrom.documents}`);
  const report = await rebuildIndex({ ...(await read(print)), copiedFrom });
  const refused = Object.values(report.skipped).flat();
  // Changes during the build are in no index yet.
  await repairIndex(await read(() => undefined), { force: true, refused });
  printBuild(report, performance.now() - startedAt, print);
}

/** Restores the settings that follow from the model, and writes the records that differ. */
async function update(
  read: ReadSources,
  { isForced, print }: { readonly isForced: boolean; readonly print: Print },
): Promise<void> {
  const sources = await read(print);
  const { search, indexes } = sources;
  for (const kind of ['documents', 'moments', 'suggestions'] as const) {
    const changed = differentSettings(
      indexes.settings[kind],
      (await search.readSettings(indexes.names[kind])) ?? {},
    );
    if (changed.length === 0) continue;
    await search.writeSettings(indexes.names[kind], indexes.settings[kind]);
    print(`${indexes.names[kind]}: restored ${changed.join(', ')}`);
  }
  printRepair(await repairIndex(sources, { force: isForced }), print);
}

interface SourceOptions {
  readonly model: Model;
  readonly indexes: ModelIndexes;
  readonly search: IndexWriter;
  readonly print: Print;
  /** Receives what is waited for. */
  onWait(awaited: string): void;
}

/** Opens the providers of a configuration. `read` loads the media library each time. */
function openSources(config: Config, { model, indexes, search, print, onWait }: SourceOptions) {
  const content = createContentClient(config.content);
  const storage = openSharedStorage(config, print);
  const mediaProviders: MediaProvider[] = [];
  return {
    storage,
    /** @param isMediaRequired true if a media library that cannot be read is an error. Default: it is read again for a while */
    async read(progress: Print, { isMediaRequired = false } = {}) {
      const media = createMediaProvider({
        config: config.media,
        ...(!config.providers.includes('media') && { client: ABSENT_MEDIA }),
        reserveSlot: storage && ((interval) => storage.reserveSlot('media', interval)),
      });
      mediaProviders.push(media);
      onWait('Mux, whose media library is read');
      if (isMediaRequired) await media.assetCache.refreshAll();
      else await waitAtMost(MEDIA_LIBRARY_TIMEOUT_MS, readMediaLibrary(media, print));
      onWait('Sanity, Mux and Algolia, whose records are read and written');
      const { languages } = config.search;
      return {
        model,
        search,
        indexes,
        progress,
        languages,
        ...createIndexSources({ model, content, media, isShared: true }),
      };
    },
    /** Lets gateways know that the indexes were compared with their sources. */
    async recordReconciliation(startedAt: Date) {
      if (!storage) return;
      const found = { reconciledAt: startedAt.toISOString(), missing: 0, extra: 0, stale: 0 };
      for (const index of ['documents', 'moments'] as const)
        await reconciliationCheckpoint(storage, indexes.fingerprint, index).write(JSON.stringify(found));
    },
    async close() {
      for (const media of mediaProviders) media.close();
      await storage?.[Symbol.asyncDispose]();
    },
  };
}

/** Opens the storage of a running gateway, so that both processes together stay within the request rate of the media account. */
function openSharedStorage(config: Config, print: Print): Storage | undefined {
  try {
    return openStorage(config, () => undefined);
  } catch (error) {
    print(`shared storage unavailable, so the media request rate is not shared: ${(error as Error).message}`);
    return undefined;
  }
}

/**
 * Reads the media library. While Mux fails, the read is retried.
 * @throws UpstreamError if Mux rejects the request, which a retry does not change
 */
async function readMediaLibrary({ assetCache }: MediaProvider, print: Print): Promise<void> {
  try {
    await assetCache.refreshAll();
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.extensions.code === 'UPSTREAM_REJECTED') throw error;
    print(`${messageOf(error)}; reading it again`);
    await assetCache.start();
  }
}

/** Waits for a promise, but no longer than the timeout. A media library that fails is reported by the build itself. */
async function waitAtMost(timeoutMs: number, ready: Promise<void>): Promise<void> {
  const settled = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: settled.signal }).catch(() => {});
  try {
    await Promise.race([ready, timeout]);
  } finally {
    settled.abort();
  }
}

/** Lists dead-lettered index jobs; with `shouldRetry`, queues them again for a running gateway. */
async function listDeadLetters(config: Config, shouldRetry: boolean, print: Print): Promise<void> {
  const { model } = await readTypeDefs(config.schemaDir, config.providers, config.locales);
  await using storage = openStorage(config, () => undefined);
  const jobs = storage.indexJobs(modelIndexes(config, model).fingerprint);
  const deadLetters = await jobs.deadLetters(MAX_LISTED_JOBS);
  for (const { key, attempts, addedAt, error } of deadLetters)
    print(`${new Date(addedAt).toISOString()}  ${key}  after ${attempts} attempts: ${error}`);
  const { waiting, dead: deadCount } = await jobs.state();
  print(`index jobs: ${waiting} pending, ${deadCount} dead-lettered`);
  if (shouldRetry) print(`${await jobs.requeueDeadLetters()} queued again for a running gateway`);
  else if (deadCount > 0) print('trivium index --retry queues them again');
}

/** The options of `trivium index`. */
interface ReindexFlags {
  readonly ifMissing?: boolean | undefined;
  readonly check?: boolean | undefined;
  readonly removeOld?: boolean | undefined;
  readonly force?: boolean | undefined;
  readonly dead?: boolean | undefined;
  readonly retry?: boolean | undefined;
}

function taskOf({ check, force, ifMissing }: ReindexFlags): ReindexTask {
  if (check) return 'check';
  if (ifMissing) return 'build-if-missing';
  return force ? 'force-update' : 'update';
}

function failedTask({ check, dead, removeOld, retry }: ReindexFlags): string {
  if (retry) return 'index jobs not queued again';
  if (dead) return 'index jobs not read';
  if (removeOld) return 'old indexes not removed';
  return check ? 'index not checked' : 'index not written';
}

/** Runs `trivium index`. Sets the exit code 1 if the indexes differ from the content, or are not written. */
export async function runReindex(flags: ReindexFlags): Promise<void> {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const config = readConfig(loadEnvironment().env);
  try {
    if (flags.dead || flags.retry) await listDeadLetters(config, flags.retry === true, print);
    else if (flags.removeOld)
      await removeOldIndexes(config, { isForced: flags.force === true, isDry: flags.check === true, print });
    else if (!(await reindex(config, { task: taskOf(flags), print }))) process.exitCode = 1;
  } catch (error) {
    if (isRedisError(error)) throw error;
    const summary = error instanceof RepairTooLarge ? 'index not updated' : failedTask(flags);
    process.stderr.write(`${summary}: ${messageOf(error as Error)}\n`);
    process.exitCode = 1;
  }
}
