/**
 * `npm run index` builds the search indexes anew from the content, through the model's SDL.
 * With `--if-empty` it does so only where there is nothing to find yet.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, loadEnvironment, readConfig } from '../config.ts';
import { createContentClient } from '../content/client.ts';
import { readRecords } from '../content/record.ts';
import { type IndexReport, indexedTypes, indexIsEmpty, rebuildIndex } from '../indexing.ts';
import { createMediaRoom } from '../media/room.ts';
import { readModel, readSdl } from '../readModel.ts';
import { createSearchClient } from '../search/client.ts';
import { createIndexWriter } from '../search/writer.ts';

/** Milliseconds for the whole media library to be read, by pages of a hundred at the account's rate. */
const LIBRARY_PATIENCE = 30_000;

interface ReindexOptions {
  /** Leaves an index alone in which something can be found. */
  readonly onlyIfEmpty: boolean;
  /** Receives progress and outcome, line by line. */
  say(line: string): void;
}

/**
 * Builds the indexes of a configuration from its content.
 * @throws UpstreamError of whichever provider failed; Error when there is no key to write with.
 */
export async function reindex(config: Config, { onlyIfEmpty, say }: ReindexOptions): Promise<void> {
  const model = readModel(readSdl(config.schemaDir));
  if (indexedTypes(model).length === 0) return say('nothing to index: no field of the model is @searchable');
  const signal = AbortSignal.timeout(10_000);
  if (onlyIfEmpty && !(await indexIsEmpty(createSearchClient(config.search), signal)))
    return say('index: present');
  const search = createIndexWriter(config.search);
  const content = createContentClient(config.content);
  const media = createMediaRoom({ config: config.media });
  try {
    await settledWithin(LIBRARY_PATIENCE, media.ready);
    const begun = performance.now();
    const report = await rebuildIndex({
      model,
      readDocuments: (last) => readRecords(content, model, indexedTypes(model), last),
      readCues: (assetId) => media.readCues(assetId),
      search,
      progress: say,
    });
    for (const line of summaryOf(report, performance.now() - begun)) say(line);
  } finally {
    media.close();
  }
}

/** Waits no longer for a library that fails than this; the build then meets the failure itself and tells of it. */
async function settledWithin(ms: number, ready: Promise<void>): Promise<void> {
  const settled = new AbortController();
  const patience = sleep(ms, undefined, { signal: settled.signal }).catch(() => {});
  await Promise.race([ready, patience]);
  settled.abort();
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

if (import.meta.main) {
  try {
    await reindex(readConfig(loadEnvironment().env), {
      onlyIfEmpty: process.argv.includes('--if-empty'),
      say: (line) => process.stdout.write(`${line}\n`),
    });
  } catch (error) {
    const { message, originalError } = error as Error & { originalError?: Error };
    process.stderr.write(
      `index not built: ${message}${originalError ? ` (${originalError.message})` : ''}\n`,
    );
    process.exitCode = 1;
  }
}
