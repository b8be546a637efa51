import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import {
  EMPTY_SEED,
  type Environment,
  emulatorPortOf,
  loadEmulatorEnvironment,
} from '../config/environment.ts';
import type { ListeningPort } from '../config/portError.ts';
import type { Provider } from '../core/errors.ts';
import { moduleFile } from '../core/packageFiles.ts';
import { findPortErrors } from './portErrors.ts';
import {
  type RunningProcess,
  startProcess,
  stopAllOnSignal,
  stopAllProcesses,
  waitUntilReady,
} from './processes.ts';
import { UsageError } from './usageError.ts';

/** A port without a server refuses at once, so only a busy emulator or process takes this long. */
const HEALTH_TIMEOUT_MS = 10_000;

/** Returns the base URL of a provider's emulator. */
export const emulatorUrl = (provider: Provider, env: Environment): string =>
  `http://127.0.0.1:${emulatorPortOf(provider, env)}`;

/** Returns a line that names the emulators that start, and states whether they have data. */
export function describeEmulators(providers: readonly Provider[], { SEED_DIR }: Environment): string {
  const data = SEED_DIR === EMPTY_SEED ? '; they have no data, because SEED_DIR is not set' : '';
  return `starting emulators: ${providers.join(', ')}${data}`;
}

/** The emulators accept control requests only with this header. */
export const CONTROL_HEADERS = { 'x-emulator-control': '1' };

const healthUrl = (provider: Provider, env: Environment) => `${emulatorUrl(provider, env)}/__emulator/health`;

/**
 * Starts the emulators of the providers as child processes and waits until they are ready. Emulators that already run
 * are used, if they were started in the same folder with the same seed.
 * @returns the started processes
 * @throws Error if another process uses a port, or an emulator does not become ready
 */
export async function startEmulators(
  providers: readonly Provider[],
  env: Environment,
): Promise<RunningProcess[]> {
  const missing = await missingEmulators(providers, env);
  const errors = await findPortErrors(missing.map((provider) => portOf(provider, env)));
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return Promise.all(
    missing.map(async (provider) => {
      const script = moduleFile(`gateway/emulators/${provider}/main`);
      const emulator = startProcess(`the ${provider} emulator`, [script], { env, output: 'errors' });
      await waitUntilReady(healthUrl(provider, env), emulator, CONTROL_HEADERS);
      return emulator;
    }),
  );
}

/** Returns the ports of the emulators that do not run yet. One of another folder is a process that uses the port. */
export async function emulatorPorts(
  providers: readonly Provider[],
  env: Environment,
): Promise<readonly ListeningPort[]> {
  return (await missingEmulators(providers, env)).map((provider) => portOf(provider, env));
}

const portOf = (provider: Provider, env: Environment): ListeningPort => ({
  host: '127.0.0.1',
  port: emulatorPortOf(provider, env),
  variable: 'EMULATOR_PORT',
});

/** Returns the providers whose emulators do not run in this folder with this seed. */
export async function missingEmulators(
  providers: readonly Provider[],
  env: Environment,
): Promise<readonly Provider[]> {
  const areRunning = await Promise.all(providers.map((provider) => isEmulatorRunning(provider, env)));
  return providers.filter((_, i) => !areRunning[i]);
}

async function isEmulatorRunning(provider: Provider, env: Environment): Promise<boolean> {
  try {
    const response = await fetch(healthUrl(provider, env), {
      headers: CONTROL_HEADERS,
      signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS),
    });
    const { name, folder, seedDir } = (await response.json()) as Readonly<Record<string, unknown>>;
    const hasSeed = seedDir === undefined || seedDir === resolve(env.SEED_DIR ?? '');
    return name === provider && folder === process.cwd() && hasSeed;
  } catch {
    return false;
  }
}

/**
 * Runs the emulators with the accounts of the environment until they are stopped, and prints what a gateway needs beside that
 * environment to use them. With a program, runs it with these variables instead, and stops the emulators when it ends.
 * @throws UsageError if the program cannot be run
 */
export async function runEmulators(program: readonly string[]): Promise<void> {
  stopAllOnSignal();
  const { env, emulators, added } = loadEmulatorEnvironment();
  try {
    const started = await startEmulators(emulators, env);
    for (const { name, exited } of started)
      void exited.then(({ description, wasRequested }) => {
        if (wasRequested) return;
        console.error(`${name} ${description}`);
        process.exitCode = 1;
      });
    if (program.length > 0) {
      process.exitCode = await runProgram(program, added);
      await stopAllProcesses();
      return;
    }
    for (const [name, value] of Object.entries(added)) console.log(`${name}=${value}`);
    console.error('\nemulators ready; start a gateway with the variables above, or press Ctrl-C to stop');
  } catch (error) {
    await stopAllProcesses();
    throw error;
  }
}

/** Runs a program of the user with further variables. It ends with this process. @returns its exit code */
async function runProgram([file = '', ...args]: readonly string[], added: Environment): Promise<number> {
  const child = spawn(file, args, { stdio: 'inherit', env: { ...process.env, ...added } });
  process.once('exit', () => child.kill());
  const [code] = await once(child, 'exit').catch((error: Error) => {
    throw new UsageError(`expected a program that can be run, got ${file} (${error.message})`);
  });
  return (code as number | null) ?? 1;
}
