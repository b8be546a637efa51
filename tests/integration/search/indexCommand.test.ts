import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createGateway } from '../../../gateway/app/gateway.ts';
import { reindex } from '../../../gateway/cli/searchIndex/reindex.ts';
import { readConfig } from '../../../gateway/config/readConfig.ts';
import { createAlgoliaClient } from '../../../gateway/emulators/search/testing/algoliaClient.ts';
import { createIndexJobQueue } from '../../../gateway/sync/index/jobs.ts';
import { createCommandRunner } from '../../support/commandLine/commandRunner.ts';
import { type IndexedStack, startIndexedStack } from '../../support/indexedStack.ts';
import { runCommand } from '../../support/runCommand.ts';
import { ROOT, type Stack } from '../../support/stack.ts';
import { within } from '../../support/within.ts';

let indexed: IndexedStack;
let stack: Stack;
beforeAll(async () => {
  indexed = await startIndexedStack();
  ({ stack } = indexed);
});
afterAll(() => indexed.close());

const readRecord = (id: string) => indexed.readRecord(id);
/** Runs `trivium index --check` in this process. */
const checkIndex = async () => {
  const output: string[] = [];
  const isClean = await reindex(stack.config, { task: 'check', print: (line) => output.push(line) });
  return { isClean, output: output.join('\n') };
};

test.each([
  ['with a write key', {}],
  ['without a write key', { ALGOLIA_WRITE_KEY: '' }],
])('a gateway %s warns once of a missing index, with the command that builds it', async (_name, env) => {
  const stateDir = mkdtempSync(join(tmpdir(), 'trivium-missing-'));
  const lines: string[] = [];
  const config = readConfig({
    ...stack.env,
    ...env,
    ALGOLIA_INDEX_PREFIX: 'missing',
    LOG_LEVEL: 'warn',
    STATE_DIR: stateDir,
  });
  const gateway = await createGateway(config, {
    logDestination: { write: (line: string) => void lines.push(line) },
  });
  try {
    await within(10_000, () =>
      expect(
        lines.filter((line) => line.includes('run trivium index')).map((line) => JSON.parse(line)),
      ).toEqual([expect.objectContaining({ level: 40, index: gateway.indexes.names.documents })]),
    );
  } finally {
    await gateway.close();
    rmSync(stateDir, { recursive: true });
  }
});

describe('trivium index', () => {
  const runCommandLine = createCommandRunner();
  const environment = () => ({ ...stack.env, PATH: process.env.PATH, NO_PROXY: '127.0.0.1,localhost' });
  const run = (...flags: string[]) => runCommandLine(['index', ...flags], environment());
  const waitUntilDrained = () =>
    within(10_000, async () => expect((await indexed.jobs.state()).oldestOverdueAt).toBeNull());

  test('--check lists differences and exits with 1; a second run of the command writes them only', async () => {
    await waitUntilDrained();
    await createIndexJobQueue(indexed.jobs).enqueue([{ kind: 'suggestions', id: '' }], { debounceMs: 0 });
    await waitUntilDrained();
    const known = await readRecord('film-penrose');
    await indexed.writer.batch(indexed.writer.indexes.documents, {
      save: [{ objectID: 'film-ghost', title: 'Ghost' }, { ...known, title: 'Old' } as never],
      remove: ['film-boids'],
    });
    const checked = await runCommand(['gateway/cli/trivium.ts', 'index', '--check'], environment());
    expect(checked).toMatchObject({ code: 1 });
    expect(checked.out).toMatch(
      /1 missing, 1 extra, 1 stale[\s\S]*missing {2}film-boids[\s\S]*extra {2}film-ghost/,
    );
    expect(await run()).toMatchObject({
      code: 0,
      out: expect.stringContaining('index: updated'),
    });
    expect(await checkIndex()).toMatchObject({ isClean: true });
    expect(await readRecord('film-penrose')).toEqual(known);
  }, 60_000);

  test('has nothing to do without search in PROVIDERS, so that a rollout may always run it', async () => {
    const { code, out } = await runCommandLine(['index'], { ...environment(), PROVIDERS: 'content' });
    expect({ code, out }).toEqual({ code: 0, out: 'index: nothing to do, PROVIDERS has no search\n' });
  });

  test('--if-missing waits longer for a slow search service than the searches of the app', async () => {
    await stack.setFaults('search', [{ kind: 'latency', ms: 1_500 }]);
    try {
      const env = { ...environment(), OPERATION_TIMEOUT_SECONDS: '3' };
      const result = await runCommandLine(['index', '--if-missing'], env);
      const { documents } = stack.indexes.names;
      expect(result).toMatchObject({ code: 0, out: `index: ${documents} is already built\n` });
    } finally {
      await stack.setFaults('search');
    }
  });

  test('--check ends soon when the media account rejects the token, and names the command that finds the setting', async () => {
    const startedAt = performance.now();
    const rejected = await runCommand(['gateway/cli/trivium.ts', 'index', '--check'], {
      ...environment(),
      MUX_TOKEN_SECRET: 'another-secret',
    });
    expect(rejected.code).toBe(1);
    expect(rejected.err).toMatch(
      /^index not checked: the media service rejected the request \(.*401.*\); run trivium doctor, which names what to correct\n$/s,
    );
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  }, 60_000);

  test('--check fails at once when the media library cannot be read, in place of a comparison without videos', async () => {
    await stack.setFaults('media', [{ kind: 'garbage' }]);
    try {
      const { code, out, err } = await run('--check');
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(
        /^index not checked: the media service is not available.*not valid JSON\); if it fails again, run trivium doctor\n$/,
      );
    } finally {
      await stack.setFaults('media');
    }
  });

  test('an update tells what it waits for, and that it reads the media library again', async () => {
    await stack.setFaults('media', [{ kind: 'hang', path: '^/video/v1/assets$', times: 1 }]);
    try {
      const { code, out } = await run();
      expect(code).toBe(0);
      expect(out).toMatch(/^ {2}waiting for Mux, whose media library is read \(3 s\)$/m);
      expect(out).toMatch(/^the media service did not respond in time.*; reading it again$/m);
      expect(out).toContain('index: up to date');
    } finally {
      await stack.setFaults('media');
    }
  }, 60_000);

  test('finishes when nothing reads its output, and fails when the output cannot be written', async () => {
    const command = `"${process.execPath}" gateway/cli/trivium.ts index`;
    const shell = (line: string) =>
      promisify(execFile)('bash', ['--norc', '-c', line], { cwd: ROOT, env: environment() }).catch(
        (error) => error,
      );
    const unread = await shell(`set -o pipefail; ${command} | true`);
    expect(unread).toEqual({ stdout: '', stderr: '' });
    const full = await shell(`${command} > /dev/full`);
    expect(full).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^the output is not complete: ENOSPC: .*; check where it is written to\n$/,
      ),
    });
  }, 60_000);

  test('removes more than a tenth of an index only with --force', async () => {
    const ghosts = Array.from({ length: 40 }, (_, i) => ({ objectID: `ghost-${i}` }));
    await indexed.writer.batch(indexed.writer.indexes.documents, { save: ghosts });
    const rejected = await run();
    expect(rejected.code).toBe(1);
    expect(rejected.err).toMatch(/40 of \d+ records of trivium_\w{8}_documents would be removed.*--force/);
    expect(await readRecord('ghost-0')).not.toBeNull();
    expect((await run('--force')).code).toBe(0);
    expect(await readRecord('ghost-0')).toBeNull();
  }, 60_000);

  test('-- --dead lists dead letters, and --retry lets the gateway repeat them', async () => {
    await indexed.jobs.add('record:film-unseen', '{}', { delayMs: 60_000 });
    await indexed.jobs.fail({ key: 'record:film-unseen', generation: 0 } as never, 'no network', null);
    expect((await run('--dead')).out).toMatch(
      /record:film-unseen {2}after \d+ attempts: no network[\s\S]*1 dead-lettered/,
    );
    expect((await run('--retry')).out).toContain('1 queued again');
    await within(10_000, async () =>
      expect(await indexed.jobs.state()).toMatchObject({ dead: 0, oldestOverdueAt: null }),
    );
  }, 60_000);

  test('writes the settings of ALGOLIA_LANGUAGES', async () => {
    const result = await runCommandLine(['index'], { ...environment(), ALGOLIA_LANGUAGES: 'en,de,ja' });
    expect(result).toMatchObject({ code: 0 });
    const { appId, writeKey = '' } = stack.config.search;
    const client = createAlgoliaClient(stack.emulators.search.url, appId, writeKey);
    const { items } = await client.listIndices();
    const isOfStack = (name: string) => Object.values(stack.indexes.names).includes(name);
    const built = items.flatMap(({ name }) => (isOfStack(name) || name.endsWith('_suggestions') ? [] : name));
    expect(built).toHaveLength(2);
    for (const indexName of built)
      expect(await client.getSettings({ indexName })).toMatchObject({
        indexLanguages: ['en', 'de', 'ja'],
        queryLanguages: ['en', 'de', 'ja'],
        ignorePlurals: true,
        removeStopWords: true,
      });
  }, 60_000);
});
