import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';
import { ROOT } from '../stack.ts';
import type { CommandRequest, CommandResult } from './commandProcess.ts';

const SCRIPT = fileURLToPath(new URL('commandProcess.ts', import.meta.url));

/** Runs a command line in an environment; by default that of the test. */
export type RunCommandLine = (args: readonly string[], env?: NodeJS.ProcessEnv) => Promise<CommandResult>;

/**
 * Returns a function that runs command lines of Trivium one after another in one process, which loads the code once. The
 * process ends after the tests of the file. `runCommand` runs one in its own process, as an operator does.
 */
export function createCommandRunner(): RunCommandLine {
  let child: ChildProcess | undefined;
  let previous: Promise<unknown> = Promise.resolve();
  // No command runs any more, so that nothing is left to stop.
  afterAll(() => void child?.kill('SIGKILL'));
  const run = async (request: CommandRequest): Promise<CommandResult> => {
    child ??= fork(SCRIPT, { cwd: ROOT, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const finished = new AbortController();
    const ended = once(child, 'exit', { signal: finished.signal }).then(([code, signal]) => {
      throw new Error(`expected a result of trivium ${request.args.join(' ')}, got ${signal ?? code}`);
    });
    const replied = once(child, 'message', { signal: finished.signal }).then(
      ([result]) => result as CommandResult,
    );
    child.send(request);
    return Promise.race([replied, ended]).finally(() => finished.abort());
  };
  return (args, env = process.env) => {
    const result = previous.then(() => run({ args, env }));
    previous = result.catch(() => undefined);
    return result;
  };
}
