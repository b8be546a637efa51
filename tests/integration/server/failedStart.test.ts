import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { HEAP_FLAGS } from '../../support/gatewayProcess.ts';
import { ROOT } from '../../support/stack.ts';

/** Several workers need one; the errors of these tests come before its first use. */
const REDIS_URL = 'redis://127.0.0.1:1';
/** A line of a stack trace. */
const STACK_LINE = /^\s+at /m;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trivium-failed-start-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs a script that cannot start. @returns what it wrote to stderr */
async function failureOf(script: string, env: Readonly<Record<string, string>>): Promise<string> {
  const child = spawn(process.execPath, [...HEAP_FLAGS, script], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, STATE_DIR: join(folder, 'state'), PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [output, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(exitCode).toBe(1);
  return output;
}

test('gateway: prints the syntax error of a model without a stack trace', async () => {
  writeFileSync(join(folder, 'film.graphql'), 'type Film @document {\n  title String\n}');
  const output = await failureOf('gateway/main.ts', { SCHEMA_DIR: folder });
  expect(output).toMatch(/film\.graphql:2:9 Syntax Error: Expected ":", found Name "String"/);
  expect(output).not.toMatch(STACK_LINE);
});

test('gateway: prints the error of all workers once', async () => {
  writeFileSync(join(folder, 'film.graphql'), 'type Film @document {\n  title String\n}');
  const output = await failureOf('gateway/main.ts', {
    SCHEMA_DIR: folder,
    WORKERS: '2',
    REDIS_URL,
    OPERATOR_PORT: '0',
  });
  expect(output.match(/film\.graphql:2:9 Syntax Error/g)).toHaveLength(1);
  expect(output).not.toMatch(STACK_LINE);
});

test('gateway: lists all errors of the environment once, before workers start', async () => {
  const output = await failureOf('gateway/main.ts', { WORKERS: '2', PORT: 'x', MAX_COST: 'y' });
  expect(output.match(/the environment has 3 errors/g)).toHaveLength(1);
  expect(output).toContain('WORKERS: expected 1 without REDIS_URL: set REDIS_URL');
});

test.each([
  ['PORT', '1'],
  ['PORT', '2'],
  ['OPERATOR_PORT', '1'],
  ['OPERATOR_PORT', '2'],
])('gateway: prints once that %s is in use, with %s processes', async (variable, WORKERS) => {
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = other.address() as AddressInfo;
  try {
    const output = await failureOf('gateway/main.ts', {
      WORKERS,
      REDIS_URL,
      OPERATOR_PORT: '0',
      [variable]: String(port),
    });
    expect(output).toContain(
      `port ${port} is in use; stop the process that uses it, or set ${variable} to another`,
    );
    expect(output.match(/is in use/g)).toHaveLength(1);
    expect(output).not.toMatch(STACK_LINE);
  } finally {
    other.close();
  }
});

test('gateway: prints an address of another machine as HOST', async () => {
  const output = await failureOf('gateway/main.ts', { HOST: '192.0.2.1', PORT: '0' });
  expect(output).toContain('HOST: expected an address of this machine, got "192.0.2.1"');
  expect(output).not.toMatch(STACK_LINE);
});

test('gateway: prints a missing folder of the model without a stack trace', async () => {
  const output = await failureOf('gateway/main.ts', { SCHEMA_DIR: join(folder, 'missing') });
  expect(output).toContain('SCHEMA_DIR: expected the path of a folder');
  expect(output).not.toMatch(STACK_LINE);
});

test('content emulator: prints the line of an invalid seed without a stack trace', async () => {
  writeFileSync(join(folder, 'content.ndjson'), '{"_id": "a", "_type": "x"}\n{');
  const output = await failureOf('gateway/emulators/content/main.ts', {
    SEED_DIR: folder,
    EMULATOR_PORT: '0',
    SANITY_PROJECT_ID: 'p',
    SANITY_DATASET: 'd',
    SANITY_READ_TOKEN: 'r',
    SANITY_WRITE_TOKEN: 'w',
  });
  expect(output).toMatch(
    /^the content emulator cannot start: .*content\.ndjson:2: expected a document as JSON/,
  );
  expect(output).not.toMatch(STACK_LINE);
});
