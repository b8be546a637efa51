import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DOCUMENTED_ORIGIN } from '../../../gateway/http/docs/markdown/operationPrograms.ts';
import { ROOT, type Stack, startStack } from '../../support/stack.ts';

const GUIDE = readFileSync(`${ROOT}docs/api/react.md`, 'utf8');
/** The command that checks the types, without `npx`. */
const TYPE_CHECK = /^ {4}npx tsc (.*)$/m.exec(GUIDE)?.[1]?.split(' ') ?? [];
const TIMEOUT_MS = 120_000;

let stack: Stack;
let folder: string;
beforeAll(async () => {
  stack = await startStack({ hasIndex: false, env: { CONSUME_CHANGES: 'off' } });
  folder = mkdtempSync(join(tmpdir(), 'trivium-docs-'));
  symlinkSync(`${ROOT}node_modules`, join(folder, 'node_modules'));
  for (const [, file = '', code = ''] of GUIDE.matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```$/gm)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code.replaceAll(DOCUMENTED_ORIGIN, stack.url));
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await stack.close();
});

/** Runs a tool in the folder. Returns its output, with the exit code if it fails. */
const run = (file: string, args: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [`${ROOT}node_modules/${file}`, ...args],
      { cwd: folder, encoding: 'utf8' },
      (error, out, err) => resolve(error ? `failed with ${error.code}: ${out}${err}` : ''),
    );
  });

const checkTypes = () => run('typescript/bin/tsc', TYPE_CHECK);

test(
  'guide for React: generates types, which accept its components and reject unknown fields',
  async () => {
    expect(await run('@graphql-codegen/cli/esm/bin.js', ['--config', 'codegen.json'])).toBe('');
    expect(await checkTypes()).toBe('');
    const component = join(folder, 'src/Films.tsx');
    writeFileSync(component, readFileSync(component, 'utf8').replace('{film.title}', '{film.tagline}'));
    expect(await checkTypes()).toContain("Property 'tagline' does not exist");
  },
  TIMEOUT_MS,
);
