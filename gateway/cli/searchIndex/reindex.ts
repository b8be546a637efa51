import { setTimeout as sleep } from 'node:timers/promises';
import { openStorage } from '../../app/storage.ts';
import type { Config } from '../../config/config.ts';
import { loadEnvironment } from '../../config/environment.ts';
import { readConfig } from '../../config/readConfig.ts';
import type { Model } from '../../core/model/model.ts';
import { readTypeDefs } from '../../graphql/schema/buildSchema.ts';
import { createContentClient } from '../../providers/content/client.ts';
import { ABSENT_MEDIA } from '../../providers/media/absentClient.ts';
import { createMediaProvider, type MediaProvider } from '../../providers/media/provider.ts';
import { createSearchClient } from '../../providers/search/client.ts';
import { createIndexWriter } from '../../providers/search/indexing/writer.ts';
import type { Storage } from '../../services/storage/storage.ts';
import { checkIndex, RepairTooLarge, repairIndex } from '../../sync/index/drift.ts';
import { indexedTypes, indexIsEmpty, rebuildIndex } from '../../sync/index/rebuild.ts';
import { createIndexSources } from '../../sync/index/sources.ts';
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
  const { model } = await readTypeDefs(config.schemaDir, config.providers, config.locales);
  if (indexedTypes(model).length === 0) {
    print('index: nothing to do, no field of the model is @searchable');
    return true;
  }
  if (task === 'build-if-empty') {
    // No reader waits for this search, so it may take longer than the searches of the app.
    const client = createSearchClient({ ...config.search, timeoutMs: EMPTY_CHECK_TIMEOUT_MS });
    if (!(await indexIsEmpty(client, new AbortController().signal))) {
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
  const refused = Object.values(report.skipped).flat();
  await repairIndex(await readSources(() => undefined), { force: true, refused });
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
        ...(!config.providers.includes('media') && { client: ABSENT_MEDIA }),
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

/** Lists dead-lettered index jobs; with `shouldRetry`, queues them again for a running gateway. */
async function listDeadLetters(config: Config, shouldRetry: boolean, print: Print): Promise<void> {
  const storage = openStorage(config, (error) => print(`storage unavailable: ${error}`));
  try {
    const deadLetters = await storage.index.deadLetters(MAX_LISTED_JOBS);
    for (const { key, attempts, addedAt, error } of deadLetters)
      print(`${new Date(addedAt).toISOString()}  ${key}  after ${attempts} attempts: ${error}`);
    const { waiting, dead: deadCount } = await storage.index.state();
    print(`index jobs: ${waiting} pending, ${deadCount} dead-lettered`);
    if (shouldRetry) print(`${await storage.index.requeueDeadLetters()} queued again for a running gateway`);
    else if (deadCount > 0) print('trivium index --retry queues them again');
  } finally {
    await storage.close();
  }
}

/** The options of `trivium index`. */
interface ReindexFlags {
  readonly ifEmpty?: boolean | undefined;
  readonly check?: boolean | undefined;
  readonly repair?: boolean | undefined;
  readonly force?: boolean | undefined;
  readonly dead?: boolean | undefined;
  readonly retry?: boolean | undefined;
}

function taskOf({ check, repair, force, ifEmpty }: ReindexFlags): ReindexTask {
  if (check) return 'check';
  if (repair) return force ? 'force-repair' : 'repair';
  return ifEmpty ? 'build-if-empty' : 'build';
}

/** Runs `trivium index`. Sets the exit code 1 if the indexes differ from the content, or are not written. */
export async function runReindex(flags: ReindexFlags): Promise<void> {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const config = readConfig(loadEnvironment().env);
  try {
    if (flags.dead || flags.retry) await listDeadLetters(config, flags.retry === true, print);
    else if (!(await reindex(config, { task: taskOf(flags), print }))) process.exitCode = 1;
  } catch (error) {
    const { message, originalError } = error as Error & { originalError?: Error };
    const summary = error instanceof RepairTooLarge ? 'index not repaired' : 'index not written';
    process.stderr.write(`${summary}: ${message}${originalError ? ` (${originalError.message})` : ''}\n`);
    process.exitCode = 1;
  }
}
