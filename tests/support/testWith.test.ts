import { execFile, execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { ROOT } from './stack.ts';
import { chromiumBinary, redisBinary } from './systemBinaries.ts';
import { testWith } from './testWith.ts';

interface JestReport {
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string }[];
    readonly message: string;
  }[];
}

/** Runs Jest on the fixture, whose only test needs a binary that no machine has. */
function runMissingBinary(ci: string): Promise<JestReport> {
  const jest = 'node_modules/jest/bin/jest.js';
  const config = JSON.stringify({
    rootDir: ROOT,
    extensionsToTreatAsEsm: ['.ts'],
    transform: { '^.+\\.ts$': '@swc/jest' },
    testMatch: ['**/tests/support/fixtures/testWith/missingBinary.ts'],
  });
  const args = ['--experimental-vm-modules', jest, '--json', '--config', config];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env: { ...process.env, CI: ci } }, (_error, stdout) =>
      resolve(JSON.parse(stdout) as JestReport),
    );
  });
}

describe('testWith', () => {
  test('skips a test without its binary and states the reason', async () => {
    const report = await runMissingBinary('');
    expect([report.numFailedTests, report.numPendingTests]).toEqual([0, 1]);
    expect(report.testResults[0]?.assertionResults[0]?.title).toBe(
      'measures the tide (skipped: this machine lacks a tide gauge)',
    );
  }, 60_000);

  test('fails a test without its binary if CI=true and states the fix', async () => {
    const report = await runMissingBinary('true');
    expect([report.numFailedTests, report.numPendingTests]).toEqual([1, 0]);
    expect(report.testResults[0]?.message).toContain(
      'expected a tide gauge on this machine, found none; install it',
    );
  }, 60_000);

  for (const binary of [chromiumBinary(), redisBinary()])
    testWith(binary, `runs ${binary.name} from the path found`, async (path) => {
      expect(execFileSync(path, ['--version'], { encoding: 'utf8' })).toMatch(/\d+\.\d+/);
    });

  testWith({ name: 'Node', path: process.execPath }, 'passes the path to the test', async (path) => {
    expect(path).toBe(process.execPath);
  });
});
