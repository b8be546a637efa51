import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import RetryReporter from './retryReporter.ts';

const passed = (fullName: string, invocations?: number) => ({
  fullName,
  status: 'passed',
  ...(invocations !== undefined && { invocations }),
});

/** Reports one file for each list of tests. */
function createReporter(...files: readonly ReturnType<typeof passed>[][]): RetryReporter {
  const reporter = new RetryReporter();
  for (const testResults of files) reporter.onTestResult(undefined, { testResults });
  return reporter;
}

let output: ReturnType<typeof jest.spyOn>;
beforeEach(() => {
  output = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('retry reporter', () => {
  test('accepts three tests that passed after a retry', () => {
    const reporter = createReporter([passed('a', 2), passed('b', 3)], [passed('c', 2)]);
    expect(reporter.getLastError()).toBeUndefined();
  });

  test('fails the run for more than three retried tests in all files', () => {
    const reporter = createReporter([passed('a', 2), passed('b', 2)], [passed('c', 2), passed('d', 2)]);
    expect(reporter.getLastError()?.message).toBe('expected at most 3 retried tests, got 4');
  });

  test('does not count tests that passed at once, or failed after all attempts', () => {
    const failed = { ...passed('failed', 3), status: 'failed' };
    const reporter = createReporter([passed('a'), passed('b', 1), failed, failed, failed, failed]);
    expect(reporter.getLastError()).toBeUndefined();
    reporter.onRunComplete();
    expect(output).not.toHaveBeenCalled();
  });

  test('lists the retried tests with their attempts', () => {
    createReporter([passed('player: seeks', 3), passed('search: filters')]).onRunComplete();
    expect(output).toHaveBeenCalledWith('\nRetried tests: 1\n  player: seeks (3 attempts)\n');
  });
});
