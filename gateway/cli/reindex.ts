/**
 * `npm run index` builds the search indexes anew from the content, through the model's SDL.
 * With `--if-empty` it does so only where there is nothing to find yet.
 */
import { existsSync, readFileSync } from 'node:fs';
import { type Config, readConfig, withTwinDefaults } from '../config.ts';
import { createContentClient } from '../content/client.ts';
import { readRecords } from '../content/record.ts';
import { type IndexReport, indexedTypes, indexIsEmpty, rebuildIndex } from '../indexing.ts';
import { createMediaRoom } from '../media/room.ts';
import { readModel, readSdl } from '../model.ts';
import { createSearchClient } from '../search/client.ts';
import { createIndexWriter } from '../search/writer.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function reindex(config: Config, onlyIfEmpty: boolean): Promise<void> {
  const model = readModel(readSdl(config.schemaDir));
  if (indexedTypes(model).length === 0) return say('nothing to index: no field of the model is @searchable');
  const signal = AbortSignal.timeout(10_000);
  if (onlyIfEmpty && !(await indexIsEmpty(createSearchClient(config.search), signal)))
    return say('index: present');
  const search = createIndexWriter(config.search);
  const content = createContentClient(config.content);
  const media = createMediaRoom({ config: config.media });
  try {
    await media.ready;
    const begun = performance.now();
    const report = await rebuildIndex({
      model,
      readDocuments: (last) => readRecords(content, model, indexedTypes(model), last),
      readCues: (assetId) => media.readCues(assetId),
      search,
      progress: say,
    });
    tell(report, performance.now() - begun);
  } finally {
    media.close();
  }
}

function tell(report: IndexReport, ms: number): void {
  for (const cut of report.shortened) say(`shortened to fit the record limit: ${cut}`);
  for (const id of report.oversized) say(`left out, above the record limit whatever is cut: ${id}`);
  say(
    `index: ${report.documents} documents, ${report.moments} moments, ${report.suggestions} suggestions` +
      ` in ${(ms / 1000).toFixed(1)} s`,
  );
}

try {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const example = existsSync('.env.example') ? readFileSync('.env.example', 'utf8') : '';
  const config = readConfig(withTwinDefaults(process.env, example));
  await reindex(config, process.argv.includes('--if-empty'));
} catch (error) {
  const { message, originalError } = error as Error & { originalError?: Error };
  process.stderr.write(`index not built: ${message}${originalError ? ` (${originalError.message})` : ''}\n`);
  process.exitCode = 1;
}
