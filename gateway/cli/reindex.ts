/**
 * `npm run index` builds the search indexes anew from the content, through the model's SDL, and puts them in the place
 * of the old ones all at once.
 *   --if-empty  only where there is nothing to find yet
 *   --check     compares every record with its source and changes nothing; ends with 1 when something differs
 *   --repair    writes and removes what differs; --force lets it remove more than a tenth of an index
 *   --failed    shows the index work that has been given up; --retry does it again
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openStorage } from '../app/storage.ts';
import type { Config } from '../config/config.ts';
import { loadEnvironment } from '../config/environment.ts';
import { readConfig } from '../config/readConfig.ts';
import { readTypeDefs } from '../graphql/schema/buildSchema.ts';
import { createContentClient } from '../providers/content/client.ts';
import { createMediaProvider, type MediaProvider } from '../providers/media/provider.ts';
import { createSearchClient } from '../providers/search/client.ts';
import { createIndexWriter } from '../providers/search/writer.ts';
import type { Storage } from '../services/storage/storage.ts';
import { checkIndex, type DriftReport, isClean, RepairTooLarge, repairIndex } from '../sync/index/drift.ts';
import { type IndexReport, indexedTypes, indexIsEmpty, rebuildIndex } from '../sync/index/rebuild.ts';
import { createIndexSources } from '../sync/index/sources.ts';

/** Milliseconds for the whole media library to be read, by pages of a hundred at the account's rate. */
const ASSETS_TIMEOUT_MS = 30_000;
/** Ids of a kind of drift that are shown one by one. */
const MAX_SHOWN = 20;
const MAX_FAILED_SHOWN = 100;

/** What is done to the indexes. */
type Task = 'build' | 'build if empty' | 'check' | 'repair' | 'repair by force';

interface ReindexOptions {
  readonly task: Task;
  /** Receives progress and outcome, line by line. */
  print(line: string): void;
}

/**
 * Builds, compares or mends the indexes of a configuration.
 * @returns whether the indexes are true to their sources now
 * @throws UpstreamError of whichever provider failed; RepairTooLarge; Error when there is no key to write with.
 */
export async function reindex(config: Config, { task, print }: ReindexOptions): Promise<boolean> {
  const { model } = await readTypeDefs(config.schemaDir);
  if (indexedTypes(model).length === 0) {
    print('nothing to index: no field of the model is @searchable');
    return true;
  }
  const patience = AbortSignal.timeout(10_000);
  if (task === 'build if empty' && !(await indexIsEmpty(createSearchClient(config.search), patience))) {
    print('index: present');
    return true;
  }
  const search = createIndexWriter(config.search);
  const content = createContentClient(config.content);
  const state = sharedState(config, print);
  const open: MediaProvider[] = [];
  /** The sources of the index, with the media library as it is now. */
  const readSources = async (progress: (line: string) => void) => {
    const media = createMediaProvider({
      config: config.media,
      reserveSlot: state && ((interval) => state.reserveSlot('media', interval)),
    });
    open.push(media);
    await settledWithin(ASSETS_TIMEOUT_MS, media.start());
    const { languages } = config.search;
    return {
      model,
      search,
      progress,
      languages,
      ...createIndexSources({ model, content, media, isShared: true }),
    };
  };
  try {
    const sources = await readSources(print);
    if (task === 'check') return printDrift(await checkIndex(sources), print, 'differ');
    if (task.startsWith('repair')) {
      printDrift(await repairIndex(sources, { force: task === 'repair by force' }), print, 'mended');
      return true;
    }
    const begun = performance.now();
    const report = await rebuildIndex(sources);
    // What changed while the drafts were filled was followed in the indexes they have replaced.
    await repairIndex(await readSources(() => undefined), { force: true });
    for (const line of summaryOf(report, performance.now() - begun)) print(line);
    return true;
  } finally {
    for (const media of open) media.close();
    await state?.close();
  }
}

/** What a gateway that runs shares with this process, so that both together keep to the media account's rate. */
function sharedState(config: Config, say: (line: string) => void): Storage | undefined {
  try {
    return openStorage(config, (error) => say(`the shared state is away: ${error}`));
  } catch (error) {
    say(`the media library is read at a pace of its own: ${(error as Error).message}`);
    return undefined;
  }
}

/** Waits no longer for a library that fails than this; the build then meets the failure itself and tells of it. */
async function settledWithin(ms: number, ready: Promise<void>): Promise<void> {
  const settled = new AbortController();
  const patience = sleep(ms, undefined, { signal: settled.signal }).catch(() => {});
  await Promise.race([ready, patience]);
  settled.abort();
}

function printDrift(report: DriftReport, say: (line: string) => void, outcome: string): boolean {
  for (const [index, drift] of Object.entries(report)) {
    const kinds = ['missing', 'extra', 'stale', 'oversized'] as const;
    say(
      `${index}: ${drift.records} records, ${kinds.map((kind) => `${drift[kind].length} ${kind}`).join(', ')}`,
    );
    for (const kind of kinds) {
      for (const id of drift[kind].slice(0, MAX_SHOWN)) say(`  ${kind}  ${id}`);
      if (drift[kind].length > MAX_SHOWN) say(`  ${kind}  … and ${drift[kind].length - MAX_SHOWN} more`);
    }
  }
  const clean = isClean(report);
  say(clean ? 'index: true to its sources' : `index: some records ${outcome}`);
  return clean;
}

function summaryOf(
  { documents, moments, suggestions, shortened, oversized }: IndexReport,
  ms: number,
): string[] {
  return [
    ...shortened.map((cut) => `shortened to fit the record limit: ${cut}`),
    ...oversized.map((id) => `left out, above the record limit whatever is cut: ${id}`),
    `index: ${documents} documents, ${moments} moments, ${suggestions} suggestions in ${(ms / 1000).toFixed(1)} s`,
  ];
}

/** Shows the work that was given up, or puts it back on the list of a gateway that runs. */
async function showFailures(config: Config, retry: boolean, say: (line: string) => void): Promise<void> {
  const durable = openStorage(config, (error) => say(`the list cannot be read: ${error}`));
  try {
    const dead = await durable.index.dead(MAX_FAILED_SHOWN);
    for (const { key, attempts, addedAt, error } of dead)
      say(`${new Date(addedAt).toISOString()}  ${key}  after ${attempts} attempts: ${error}`);
    const { waiting, dead: count } = await durable.index.state();
    say(`index work: ${waiting} waiting, ${count} given up`);
    if (retry) say(`${await durable.index.revive()} to be done again by a gateway that runs`);
  } finally {
    await durable.close();
  }
}

const FLAGS = ['if-empty', 'check', 'repair', 'force', 'failed', 'retry'] as const;

function readTask(flags: Readonly<Partial<Record<(typeof FLAGS)[number], boolean>>>): Task {
  if (flags.check) return 'check';
  if (flags.repair) return flags.force ? 'repair by force' : 'repair';
  return flags['if-empty'] ? 'build if empty' : 'build';
}

if (import.meta.main) {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  try {
    const options = Object.fromEntries(FLAGS.map((name) => [name, { type: 'boolean' } as const]));
    const flags = parseArgs({ options }).values as Parameters<typeof readTask>[0];
    const config = readConfig(loadEnvironment().env);
    if (flags.failed || flags.retry) await showFailures(config, flags.retry === true, print);
    else if (!(await reindex(config, { task: readTask(flags), print }))) process.exitCode = 1;
  } catch (error) {
    const { message, originalError } = error as Error & { originalError?: Error };
    const what = error instanceof RepairTooLarge ? 'index not repaired' : 'index not written';
    process.stderr.write(`${what}: ${message}${originalError ? ` (${originalError.message})` : ''}\n`);
    process.exitCode = 1;
  }
}
