import { execFile, execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { chromium, redis, testWith } from './projectBinaries.ts';
import { ROOT } from './stack.ts';

interface Run {
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string }[];
    readonly message: string;
  }[];
}

/** Runs the one test whose tool nobody has. */
function runAbsent(ci: string): Promise<Run> {
  const jest = 'node_modules/jest/bin/jest.js';
  const config = JSON.stringify({
    rootDir: ROOT,
    extensionsToTreatAsEsm: ['.ts'],
    transform: { '^.+\\.ts$': '@swc/jest' },
    testMatch: ['**/tests/support/fixtures/tools/absent.ts'],
  });
  const args = ['--experimental-vm-modules', jest, '--json', '--config', config];
  return new Promise((done) => {
    execFile(process.execPath, args, { cwd: ROOT, env: { ...process.env, CI: ci } }, (_error, stdout) =>
      done(JSON.parse(stdout) as Run),
    );
  });
}

test('a test whose tool the machine lacks is skipped, and says why', async () => {
  const run = await runAbsent('');
  expect([run.numFailedTests, run.numPendingTests]).toEqual([0, 1]);
  expect(run.testResults[0]?.assertionResults[0]?.title).toBe(
    'measures the tide (skipped: this machine lacks a tide gauge)',
  );
}, 30_000);

test('it fails where CI=true, and says what to do', async () => {
  const run = await runAbsent('true');
  expect([run.numFailedTests, run.numPendingTests]).toEqual([1, 0]);
  expect(run.testResults[0]?.message).toContain(
    'expected a tide gauge on this machine, found none; install it',
  );
}, 30_000);

for (const tool of [chromium(), redis()])
  testWith(tool, `${tool.name} runs where it was found`, async (path) => {
    expect(execFileSync(path, ['--version'], { encoding: 'utf8' })).toMatch(/\d+\.\d+/);
  });

testWith(
  { name: 'Node', path: process.execPath },
  'a test whose tool is there is given its path',
  async (path) => {
    expect(path).toBe(process.execPath);
  },
);
