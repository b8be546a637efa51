import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '../../support/freePort.ts';
import { runCommand } from '../../support/runCommand.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

const GUIDE = readFileSync(join(ROOT, 'docs/adoption.md'), 'utf8');
const STUDIO = join(ROOT, 'tests/support/fixtures/studios/blog');

/** Returns the indented block of the guide after a command. */
function outputOf(command: string): string {
  const [, after = ''] = GUIDE.split(`    ${command}\n\nIt prints:\n\n`);
  const [block = ''] = /^( {4}.*\n|\n(?= {4}))+/.exec(after) ?? [];
  return block.replaceAll(/^ {4}/gm, '').trim();
}

/** Returns the code block of a language. */
const codeOf = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'm').exec(GUIDE)?.[1] ?? '';

describe('guide of the adoption', () => {
  let folder: string;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'adoption-'));
    mkdirSync(join(folder, 'production'));
    cpSync(join(STUDIO, 'data.ndjson'), join(folder, 'production/data.ndjson'));
    env = {
      PATH: process.env.PATH,
      SCHEMA_DIR: join(folder, 'schema'),
      SEED_DIR: join(folder, 'production'),
      PROVIDERS: 'content,search',
      EMULATOR_PORT: String(await freePort(3)),
    };
    const { code, out } = await run('model', 'import', join(STUDIO, 'schema.json'), '--dataset');
    expect(code).toBe(0);
    expect(out.replace(join(folder, 'schema'), 'schema').trim()).toBe(
      outputOf('npx trivium model import schema.json --dataset'),
    );
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (...args: string[]) => runCommand(['gateway/cli/trivium.ts', ...args], env);

  test('model check finds the mistakes that it shows', async () => {
    const { code, out } = await run('model', 'check');
    expect(out.trim()).toBe(outputOf('npx trivium model check'));
    expect(code).toBe(1);
  }, 60_000);

  test('its operations return the data that it shows, in one content request', async () => {
    const stack: Stack = await startStack({
      schemaDir: env.SCHEMA_DIR as string,
      seedDir: env.SEED_DIR as string,
      hasIndex: false,
      env: { PROVIDERS: 'content,search' },
    });
    try {
      const [, query = ''] = /-d '\{"query": "(.*)"\}'/.exec(GUIDE) ?? [];
      const { data, errors } = await stack.query(query);
      expect({ errors, data }).toEqual({ errors: [], ...JSON.parse(codeOf('json')) });
      await stack.clearRequests();
      const page = await stack.query(codeOf('graphql'), { slug: 'on-tides' });
      expect(page.errors).toEqual([]);
      expect(page.data.post.content).toHaveLength(2);
      expect((await stack.requests()).content).toHaveLength(1);
    } finally {
      await stack.close();
    }
  }, 60_000);
});
