import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@jest/globals';
import { within } from '../../../support/within.ts';

/** A process compiles its modules, and imports a data set. */
const START_WITHIN_MS = 60_000;

/**
 * Starts a command that runs until it is stopped.
 * @param args the script and its arguments
 * @param env besides `PATH`
 */
export function startCommand(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
) {
  const child = spawn(process.execPath, args, { cwd, env: { PATH: process.env.PATH, ...env } });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  return {
    /** What the command has printed. */
    output: () => text,
    /** Resolves when the command has printed a text; throws when it exits before. */
    waitFor: (expected: string) =>
      within(START_WITHIN_MS, () => {
        if (child.exitCode !== null) throw new Error(`${args} exited with ${child.exitCode}: ${text}`);
        expect(text).toContain(expected);
      }),
    exitCode: () => child.exitCode,
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    /** Ends the command as Ctrl-C does. */
    async stop(): Promise<void> {
      child.kill('SIGINT');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
