import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createCommandRunner } from '../../support/commandLine/commandRunner.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

const RECIPES = `${ROOT}tests/support/fixtures/recipes`;
const CONTRACT = `${ROOT}schema/contract.graphql`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivium-folders-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const runCommandLine = createCommandRunner();

/** Returns an environment with the model in `<folder>/model`. */
const environment = (env: Record<string, string> = {}) => ({
  ...process.env,
  ...env,
  SCHEMA_DIR: join(folder, 'model'),
  // With NODE_ENV=test the code generator prints no errors.
  NODE_ENV: 'development',
});
const run = (args: readonly string[], env?: Record<string, string>) => runCommandLine(args, environment(env));

describe('SCHEMA_DIR', () => {
  test('contract: writes and checks the contract beside the folder of the model', async () => {
    cpSync(`${RECIPES}/schema`, join(folder, 'model'), { recursive: true });
    const own = readFileSync(CONTRACT, 'utf8');
    const contract = join(folder, 'contract.graphql');
    expect(await run(['contract'])).toMatchObject({
      code: 0,
      out: expect.stringContaining(`wrote ${contract}`),
    });
    expect(readFileSync(contract, 'utf8')).toContain('type Recipe implements Node');
    expect(readFileSync(CONTRACT, 'utf8')).toBe(own);
    expect(await run(['contract', '--check'])).toMatchObject({ code: 0, out: '' });

    const model = join(folder, 'model/recipes.graphql');
    writeFileSync(model, readFileSync(model, 'utf8').replace('  time: Int', '  minutes: Int'));
    const changed = await run(['contract', '--check']);
    expect(changed).toMatchObject({ code: 1, out: expect.stringContaining('Recipe.time') });
    expect(changed.err).toContain(`expected ${contract} to be the schema of ${join(folder, 'model')}`);
  }, 60_000);

  test('contract: records versions beside the folder of the model, and checks those without a preview', async () => {
    cpSync(`${RECIPES}/schema`, join(folder, 'model'), { recursive: true });
    const versions = join(folder, 'contract-versions');
    const record = () => JSON.parse(readFileSync(join(versions, 'changes.json'), 'utf8'));
    expect(await run(['contract', '--release', '2026-11-22-preview'])).toMatchObject({ code: 0 });
    expect(readFileSync(join(versions, '2026-11-22-preview.graphql'), 'utf8')).toContain(
      '@requiresScopes(scopes: [["index:write"]])',
    );
    expect(record()).toEqual({
      unreleased: [],
      versions: [{ version: '2026-11-22-preview', changes: [] }],
    });

    const model = join(folder, 'model/recipes.graphql');
    const rename = (from: string, to: string) =>
      writeFileSync(model, readFileSync(model, 'utf8').replace(`  ${from}: Int`, `  ${to}: Int`));
    rename('time', 'minutes');
    expect(await run(['contract'])).toMatchObject({ code: 0 });
    const removed = { level: 'breaking', coordinate: 'Recipe.time' };
    expect(record().unreleased).toContainEqual(expect.objectContaining(removed));
    expect(await run(['contract', '--check'])).toMatchObject({ code: 0, err: '' });
    expect((await run(['contract', '--changelog'])).out).toContain('- **Breaking:** `Recipe.time`');

    expect(await run(['contract', '--release', '2026-11-23'])).toMatchObject({ code: 0 });
    expect(record().versions[0].changes).toContainEqual(expect.objectContaining(removed));
    expect(await run(['contract', '--release', '2026-11-23'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--release: expected a new version, got 2026-11-23, which exists'),
    });

    rename('minutes', 'duration');
    const checked = await run(['contract', '--check']);
    expect(checked.code).toBe(1);
    expect(checked.err).toContain('changes.json to be the changes of the contract');
    expect(checked.err).toContain('Recipe.minutes: expected no change that breaks');
  }, 120_000);

  test('codegen: reads the contract beside the folder of the model', async () => {
    // The check of the repository shows that the types match the contract without this change.
    const contract = readFileSync(CONTRACT, 'utf8').replace(
      '\n  synopsis: RichText',
      '\n  summary: RichText',
    );
    writeFileSync(join(folder, 'contract.graphql'), contract);
    expect(await run(['codegen', '--check'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('synopsis'),
    });
  }, 120_000);

  test('codegen and contract: state the missing folder', async () => {
    expect(await run(['contract'])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`expected .graphql files in ${join(folder, 'model')}, found none`),
    });
  });

  test('keys: names the file of the state if it is no database', async () => {
    cpSync(`${RECIPES}/schema`, join(folder, 'model'), { recursive: true });
    const file = join(folder, 'trivium.sqlite');
    writeFileSync(file, 'not a database, but a text of some length'.repeat(40));
    const { code, err } = await run(['keys', 'list'], { STATE_DIR: folder });
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining(
        `STATE_DIR: expected a SQLite database in ${JSON.stringify(file)}, got a file`,
      ),
    });
  });

  test('index and plan: use the model and the data of the emulators', async () => {
    cpSync(`${RECIPES}/schema`, join(folder, 'model'), { recursive: true });
    const stack: Stack = await startStack({
      schemaDir: join(folder, 'model'),
      seedDir: `${RECIPES}/seed`,
      hasIndex: false,
      env: { CONSUME_CHANGES: 'off' },
    });
    try {
      expect(await run(['index'], stack.env)).toMatchObject({
        code: 0,
        out: expect.stringMatching(/index: built [1-9]\d* documents/),
      });
      expect(await run(['index', '--check'], stack.env)).toMatchObject({ code: 0 });
      const operation = join(folder, 'recipes.graphql');
      writeFileSync(operation, '{ cuisines(first: 2) { nodes { name } } }');
      const plan = await run(['plan', operation, '--json'], stack.env);
      expect(JSON.parse(plan.out)).toMatchObject({ errors: [], requests: [{ provider: 'content' }] });
    } finally {
      await stack.close();
    }
  }, 120_000);
});
