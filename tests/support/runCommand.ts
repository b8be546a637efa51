import { execFile } from 'node:child_process';
import { ROOT } from './stack.ts';

/** Runs a script of the repository. @returns its exit code and output */
export const runCommand = (args: readonly string[], env: NodeJS.ProcessEnv = process.env) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [...args], { cwd: ROOT, env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
