import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { createGateway, type Gateway } from '../../../gateway/app/gateway.ts';
import { openStorage } from '../../../gateway/app/storage.ts';
import { removeOldIndexes } from '../../../gateway/cli/searchIndex/oldIndexes.ts';
import { reindex } from '../../../gateway/cli/searchIndex/reindex.ts';
import type { Config } from '../../../gateway/config/config.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { createAlgoliaClient } from '../../../gateway/emulators/search/testing/algoliaClient.ts';
import { indexNames } from '../../../gateway/providers/search/client.ts';
import { createIndexWriter } from '../../../gateway/providers/search/indexing/writer.ts';
import type { Storage } from '../../../gateway/services/storage/storage.ts';
import { startRedis } from '../../support/redisServer.ts';
import { queryGateway, ROOT, type Stack, startStack } from '../../support/stack.ts';
import { redisBinary } from '../../support/systemBinaries.ts';
import { testWith } from '../../support/testWith.ts';
import { within } from '../../support/within.ts';

const RECIPES = `${ROOT}tests/support/fixtures/recipes`;
const THREE_DAYS_MS = 3 * 86_400_000;
const TWO_HOURS_MS = 2 * 3_600_000;
const KILLED_BUILD_LEASE_MS = 2_500;

/** Writes a model of recipes whose difficulty is a facet. */
function writeSecondModel(folder: string): void {
  cpSync(`${RECIPES}/schema`, folder, { recursive: true });
  const file = join(folder, 'recipes.graphql');
  const sdl = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    sdl.replace('  difficulty: Difficulty\n', '  difficulty: Difficulty @searchable(facet: true)\n'),
  );
}

/** Runs a task of the command and returns its output. */
async function outputOf(run: (print: (line: string) => void) => Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  await run((line) => lines.push(line));
  return lines.join('\n');
}
const update = (config: Config) => outputOf((print) => reindex(config, { task: 'update', print }));

/** Runs `trivium index --if-missing` as three new pods do, while the lease of a killed build lasts. */
async function buildInThreePods(
  { config, indexes: { fingerprint } }: Stack,
  storage: Storage,
): Promise<void> {
  const writes = storage.indexWrites(fingerprint);
  await writes.add('run', '');
  await writes.claim(1, KILLED_BUILD_LEASE_MS);
  const progress = storage.checkpoint(`index-progress:${fingerprint}`);
  await progress.write('documents 1/10');
  const lines: string[] = [];
  const print = (line: string) => {
    lines.push(line);
    if (line.includes('waiting for it') && !lines.includes('  documents 2/10'))
      void progress.write('documents 2/10');
  };
  await Promise.all([1, 2, 3].map(() => reindex(config, { task: 'build-if-missing', print })));
  const count = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).length;
  expect(lines).toContain('  documents 2/10');
  expect({
    waiting: count(/waiting for it/),
    built: count(/^index: built \d+ documents/),
    alreadyBuilt: count(/is already built$/),
  }).toEqual({ waiting: 3, built: 1, alreadyBuilt: 2 });
  expect(await writes.state()).toMatchObject({ waiting: 0, dead: 0 });
}

const clientOf = ({ emulators, config: { search } }: Stack) =>
  createAlgoliaClient(emulators.search.url, search.appId, search.writeKey ?? '');
const ruleOf = (stack: Stack, indexName: string) => clientOf(stack).getRule({ indexName, objectID: 'soup' });

/** Tunes an index as in the dashboard. */
async function tune(stack: Stack): Promise<void> {
  const { indexes } = stack;
  const client = clientOf(stack);
  const indexName = indexes.names.documents;
  await client.setSettings({
    indexName,
    indexSettings: { customRanking: ['asc(name)'], hitsPerPage: 7, minWordSizefor1Typo: 5 },
  });
  await client.saveSynonym({
    indexName,
    objectID: 'sauce',
    synonymHit: { objectID: 'sauce', type: 'synonym', synonyms: ['ragu', 'sauce'] },
  });
  const { taskID } = await client.saveRule({
    indexName,
    objectID: 'soup',
    rule: {
      objectID: 'soup',
      conditions: [{ pattern: 'soup', anchoring: 'is' }],
      consequence: { params: { query: 'broth' } },
    },
  });
  await client.waitForTask({ indexName, taskID });
}

testWith(
  redisBinary(),
  'rollout: gateways of two models run side by side, each with an index of its own, and back again',
  async (path) => {
    const redis = await startRedis(path);
    const folder = mkdtempSync(join(tmpdir(), 'trivium-rollout-'));
    const env = { REDIS_URL: redis.url };
    const stack = await startStack({
      schemaDir: `${RECIPES}/schema`,
      seedDir: `${RECIPES}/seed`,
      hasIndex: false,
      env,
    });
    const storage = openStorage(stack.config, () => undefined);
    const failures: unknown[] = [];
    const gateways: Gateway[] = [];
    const startGateway = async (config: Config) => {
      const gateway = await createGateway(config);
      gateways.push(gateway);
      return gateway;
    };
    let isDone = false;
    try {
      writeSecondModel(folder);
      await stack.connectWebhooks();
      const old = createIndexWriter(stack.config.search, stack.indexes.names);
      const recordOf = async (writer: typeof old, id: string) =>
        (await writer.get(writer.indexes.documents, [id]))[0];

      // The first rollout: the gateway runs without an index, and an edit creates none.
      await stack.editor.patch('recipe-ragu').set({ name: 'Ragu and words' }).commit();
      await within(500, async () =>
        expect((await storage.indexJobs(stack.indexes.fingerprint).state()).waiting).toBeGreaterThan(0),
      );
      const namesOf = async (writer: typeof old) => (await writer.list()).map(({ name }) => name);
      expect(await namesOf(old)).toEqual([]);
      await old.createTemporaryIndex(old.indexes.moments, { settings: {}, synonyms: [] });
      expect(await namesOf(old)).toHaveLength(1);
      await buildInThreePods(stack, storage);
      expect(await namesOf(old)).toEqual(Object.values(old.indexes).sort());
      expect(await recordOf(old, 'recipe-ragu')).toMatchObject({ name: 'Ragu and words' });
      const drained = async () =>
        expect((await storage.indexJobs(stack.indexes.fingerprint).state()).oldestOverdueAt).toBeNull();
      await within(500, drained);
      await tune(stack);

      // The job of the second model, under load.
      const load = (async () => {
        while (!isDone) {
          const { errors } = await queryGateway(
            stack.url,
            '{ search(query: "", facets: [CUISINE]) { totalCount facets { values { value count } } } }',
          ).catch((error) => ({ errors: [error] }));
          failures.push(...errors);
        }
      })();
      const config = readConfig({ ...stack.env, SCHEMA_DIR: folder });
      expect(await update(config)).toContain(`copied from ${stack.indexes.names.documents}`);
      const built = (await storage.indexedModels.list()).filter((one) => one !== stack.indexes.fingerprint);
      expect(built).toHaveLength(1);

      // An old gateway processes an edit before the first new one runs.
      await stack.editor.patch('recipe-ragu').set({ name: 'Ragu, edited' }).commit();
      await within(500, async () =>
        expect(await recordOf(old, 'recipe-ragu')).toMatchObject({ name: 'Ragu, edited' }),
      );
      const gateway = await startGateway(config);
      const young = createIndexWriter(config.search, gateway.indexes.names);
      expect(built).toEqual([gateway.indexes.fingerprint]);
      const isCurrent = (name: string) =>
        within(1_000, async () => {
          expect(await recordOf(young, 'recipe-ragu')).toMatchObject({ name, difficulty: expect.anything() });
          expect(await recordOf(old, 'recipe-ragu')).toMatchObject({ name });
          expect(await recordOf(old, 'recipe-ragu')).not.toHaveProperty('difficulty');
        });
      await isCurrent('Ragu, edited');
      await stack.editor.patch('recipe-ragu').set({ name: 'Ragu for both' }).commit();
      await isCurrent('Ragu for both');
      const facets = '{ search(query: "", facets: [DIFFICULTY]) { facets { values { value count } } } }';
      expect((await queryGateway(gateway.url, facets)).data.search.facets[0].values).not.toEqual([]);
      expect((await queryGateway(stack.url, facets)).status).toBe(422);

      // Settings, synonyms and rules of the dashboard.
      expect(await young.readSettings(young.indexes.documents)).toMatchObject({
        customRanking: ['asc(name)'],
        hitsPerPage: 7,
        minWordSizefor1Typo: 5,
        attributesForFaceting: expect.arrayContaining(['difficulty']),
      });
      const found = async (query: string) =>
        (await queryGateway(gateway.url, `{ search(query: "${query}") { totalCount } }`)).data.search
          .totalCount;
      expect(await found('sauce')).toBeGreaterThan(0);
      expect(await ruleOf(stack, young.indexes.documents)).toMatchObject({
        consequence: { params: { query: 'broth' } },
      });

      // A second run of the job changes nothing, and restores what follows from the model.
      // Suggestions are counted half a minute after a change.
      await update(config);
      expect(await update(config)).toMatch(/index: up to date$/);
      await young.writeSettings(young.indexes.documents, { attributesForFaceting: [], hitsPerPage: 9 });
      expect(await update(config)).toContain('restored attributesForFaceting');
      expect(await young.readSettings(young.indexes.documents)).toMatchObject({ hitsPerPage: 9 });

      // Back to the first model: changes for the second one wait.
      await gateway.close();
      await stack.editor.patch('recipe-ragu').set({ name: 'Ragu, rolled back' }).commit();
      await within(1_000, async () =>
        expect(await recordOf(old, 'recipe-ragu')).toMatchObject({ name: 'Ragu, rolled back' }),
      );
      const again = await startGateway(config);
      await isCurrent('Ragu, rolled back');
      await again.close();

      // Used indexes stay.
      const remove = (options: { isForced?: boolean; isDry?: boolean; now?: () => number } = {}) =>
        outputOf((print) => removeOldIndexes(config, { isForced: false, isDry: false, ...options, print }));
      expect(await remove()).toMatch(/^kept: .*last used 0 h ago/);
      expect(await remove({ isForced: true, isDry: true })).toMatch(/^would be removed: /);
      expect(await namesOf(old)).toHaveLength(6);

      // Indexes that were built later stay, and all of them if there is nothing to compare with.
      const keptBy = (config: Config) =>
        outputOf((print) => removeOldIndexes(config, { isForced: true, isDry: false, print }));
      expect(await keptBy(readConfig(stack.env))).toBe(
        `kept: ${(await namesOf(young)).filter((name) => name.includes(built[0] as string)).join(', ')}; built after the indexes of this model: use the settings of the newest release`,
      );
      const unbuilt = await keptBy(readConfig({ ...stack.env, ALGOLIA_LANGUAGES: 'de' }));
      expect(unbuilt.match(/^kept: .*the indexes of this model are not built/gm)).toHaveLength(2);
      expect(await namesOf(old)).toHaveLength(6);

      // What a killed build has left, whatever its model.
      const left = Object.values(indexNames(`${config.search.indexPrefix}_0123abcd`));
      for (const name of left) await old.createTemporaryIndex(name, { settings: {}, synonyms: [] });
      await remove({ isForced: true, isDry: true });
      expect(await namesOf(old)).toHaveLength(9);
      const now = () => Date.now() + TWO_HOURS_MS;
      expect((await remove({ now, isDry: true })).match(/^would be removed: .*_0123abcd_/gm)).toHaveLength(3);
      expect((await remove({ now })).match(/^removed: .*_0123abcd_.*did not complete$/gm)).toHaveLength(3);
      expect(await namesOf(old)).toHaveLength(6);
      isDone = true;
      await load;
      expect(failures).toEqual([]);
      await old.writeSettings(old.indexes.documents, {
        userData: {
          model: stack.indexes.fingerprint,
          dataset: stack.indexes.dataset,
          usedAt: new Date(Date.now() - THREE_DAYS_MS).toISOString(),
        },
      });
      expect(await remove()).toBe(`removed: ${Object.values(old.indexes).join(', ')}`);
      expect(await namesOf(young)).toEqual(Object.values(young.indexes).sort());
      expect(await storage.indexedModels.list()).toEqual(built);
      expect(await remove()).toBe('index: no indexes of other models');
    } finally {
      isDone = true;
      for (const gateway of gateways) await gateway.close();
      await storage[Symbol.asyncDispose]();
      await stack.close();
      await redis.kill();
      rmSync(folder, { recursive: true });
    }
  },
  120_000,
);
