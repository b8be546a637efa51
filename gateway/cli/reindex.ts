/**
 * `npm run index` rebuilds the search indexes from the content and replaces the live ones atomically.
 *   --if-empty  builds only if the index is empty
 *   --check     compares every record with its source, changes nothing, and exits with 1 if one differs
 *   --repair    writes and deletes the records that differ; --force allows it to delete more than a tenth of an index
 *   --failed    lists failed index jobs; --retry queues them again
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openStorage } from '../app/storage.ts';
import type { Config } from '../config/config.ts';
import { loadEnvironment } from '../config/environment.ts';
import { readConfig } from '../config/readConfig.ts';
import type { Model } from '../core/model/model.ts';
import { readTypeDefs } from '../graphql/schema/buildSchema.ts';
import { createContentClient } from '../providers/content/client.ts';
import { createMediaProvider, type MediaProvider } from '../providers/media/provider.ts';
import { createSearchClient } from '../providers/search/client.ts';
import { createIndexWriter } from '../providers/search/writer.ts';
import type { Storage } from '../services/storage/storage.ts';
import { checkIndex, RepairTooLarge, repairIndex } from '../sync/index/drift.ts';
import { indexedTypes, indexIsEmpty, rebuildIndex } from '../sync/index/rebuild.ts';
import { createIndexSources } from '../sync/index/sources.ts';
import { type Print, printBuild, printCheck, printRepair } from './indexReport.ts';

/** The media library is read in pages of 100, at the request rate of the account. */
const MEDIA_LIBRARY_TIMEOUT_MS = 30_000;
const EMPTY_CHECK_TIMEOUT_MS = 10_000;
const MAX_LISTED_JOBS = 100;

type ReindexTask = 'build' | 'build-if-empty' | 'check' | 'repair' | 'force-repair';

interface ReindexOptions {
  readonly task: ReindexTask;
  /** Receives progress and result, line by line. */
  readonly print: Print;
}

/**
 * Builds, checks or repairs the search indexes of a configuration.
 * @returns false if a check found differences
 * @throws UpstreamError of the provider that failed; RepairTooLarge; Error without a write key
 */
export async function reindex(config: Config, { task, print }: ReindexOptions): Promise<boolean> {
  const { model } = await readTypeDefs(config.schemaDir);
  if (indexedTypes(model).length === 0) {
    print('index: nothing to do, no field of the model is @searchable');
    return true;
  }
  if (task === 'build-if-empty') {
    const signal = AbortSignal.timeout(EMPTY_CHECK_TIMEOUT_MS);
    if (!(await indexIsEmpty(createSearchClient(config.search), signal))) {
      print('index: already built');
      return true;
    }
  }
  const sources = openSources(config, model, print);
  try {
    return await runTask(task, sources.read, print);
  } finally {
    await sources.close();
  }
}

type Sources = ReturnType<typeof openSources>;

async function runTask(task: ReindexTask, readSources: Sources['read'], print: Print): Promise<boolean> {
  const sources = await readSources(print);
  if (task === 'check') return printCheck(await checkIndex(sources), print);
  if (task === 'repair' || task === 'force-repair') {
    printRepair(await repairIndex(sources, { force: task === 'force-repair' }), print);
    return true;
  }
  const startedAt = performance.now();
  const report = await rebuildIndex(sources);
  // A running gateway wrote changes during the build to the replaced indexes.
  await repairIndex(await readSources(() => undefined), { force: true });
  printBuild(report, performance.now() - startedAt, print);
  return true;
}

/** Opens the providers of a configuration. `read` loads the media library each time. */
function openSources(config: Config, model: Model, print: Print) {
  const search = createIndexWriter(config.search);
  const content = createContentClient(config.content);
  const storage = openSharedStorage(config, print);
  const mediaProviders: MediaProvider[] = [];
  return {
    async read(progress: Print) {
      const media = createMediaProvider({
        config: config.media,
        reserveSlot: storage && ((interval) => storage.reserveSlot('media', interval)),
      });
      mediaProviders.push(media);
      await waitAtMost(MEDIA_LIBRARY_TIMEOUT_MS, media.start());
      const { languages } = config.search;
      return {
        model,
        search,
        progress,
        languages,
        ...createIndexSources({ model, content, media, isShared: true }),
      };
    },
    async close() {
      for (const media of mediaProviders) media.close();
      await storage?.close();
    },
  };
}

/** Opens the storage of a running gateway, so that both processes together stay within the request rate of the media account. */
function openSharedStorage(config: Config, print: Print): Storage | undefined {
  try {
    return openStorage(config, (error) => print(`shared storage unavailable: ${error}`));
  } catch (error) {
    print(`shared storage unavailable, so the media request rate is not shared: ${(error as Error).message}`);
    return undefined;
  }
}

/** Waits for a promise, but no longer than the timeout. A media library that fails is reported by the build itself. */
async function waitAtMost(timeoutMs: number, ready: Promise<void>): Promise<void> {
  const settled = new AbortController();
  const timeout = sleep(timeoutMs, undefined, { signal: settled.signal }).catch(() => {});
  await Promise.race([ready, timeout]);
  settled.abort();
}

/** Lists failed index jobs; with `shouldRetry`, queues them again for a running gateway. */
async function listFailedJobs(config: Config, shouldRetry: boolean, print: Print): Promise<void> {
  const storage = openStorage(config, (error) => print(`storage unavailable: ${error}`));
  try {
    const failed = await storage.index.deadLetters(MAX_LISTED_JOBS);
    for (const { key, attempts, addedAt, error } of failed)
      print(`${new Date(addedAt).toISOString()}  ${key}  after ${attempts} attempts: ${error}`);
    const { waiting, dead: failedCount } = await storage.index.state();
    print(`index jobs: ${waiting} pending, ${failedCount} failed`);
    if (shouldRetry)
      print(`${await storage.index.requeueDeadLetters()} queued again; a running gateway processes them`);
    else if (failedCount > 0) print('npm run index -- --retry queues them again');
  } finally {
    await storage.close();
  }
}

const FLAGS = ['if-empty', 'check', 'repair', 'force', 'failed', 'retry'] as const;
type Flags = Readonly<Partial<Record<(typeof FLAGS)[number], boolean>>>;

function taskOf(flags: Flags): ReindexTask {
  if (flags.check) return 'check';
  if (flags.repair) return flags.force ? 'force-repair' : 'repair';
  return flags['if-empty'] ? 'build-if-empty' : 'build';
}

async function main(): Promise<void> {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  try {
    const options = Object.fromEntries(FLAGS.map((name) => [name, { type: 'boolean' } as const]));
    const flags = parseArgs({ options }).values as Flags;
    const config = readConfig(loadEnvironment().env);
    if (flags.failed || flags.retry) await listFailedJobs(config, flags.retry === true, print);
    else if (!(await reindex(config, { task: taskOf(flags), print }))) process.exitCode = 1;
  } catch (error) {
    const { message, originalError } = error as Error & { originalError?: Error };
    const summary = error instanceof RepairTooLarge ? 'index not repaired' : 'index not written';
    process.stderr.write(`${summary}: ${message}${originalError ? ` (${originalError.message})` : ''}\n`);
    process.exitCode = 1;
  }
}

if (import.meta.main) void main();
