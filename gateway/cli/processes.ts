import { type ChildProcess, spawn } from 'node:child_process';
import type { Environment } from '../config/environment.ts';
import { isClosedPipe } from './watchOutput.ts';

/** A child process of this command. */
export interface RunningProcess {
  /** The name in messages, e.g. `the gateway`. */
  readonly name: string;
  readonly process: ChildProcess;
  /** Resolves when the process has exited. */
  readonly exited: Promise<ProcessExit>;
}

interface ProcessExit {
  readonly code: number;
  /** A predicate for messages, e.g. `exited with code 1` or `was killed by SIGKILL`. */
  readonly description: string;
  /** True if `stopAllProcesses` stopped the process. */
  readonly wasRequested: boolean;
}

export interface ProcessOptions {
  readonly env: Environment;
  /** `inherit` shows the output, `errors` shows stderr; `buffer` prints the end of the output if the process fails. */
  readonly output: 'inherit' | 'errors' | 'buffer';
  /** The working folder. Default: the folder of this process, which has `.env` and the model. */
  readonly cwd?: string;
}

const runningProcesses = new Set<RunningProcess>();
let isStopping = false;
let handlesSignals = false;
/** A gateway needs up to its grace period and 8 s for running requests. */
const STOP_TIMEOUT_MS = 20_000;
/** A start takes about 10 s, and several times as long on a machine that is busy. */
const READY_TIMEOUT_MS = 180_000;
/** The interval of messages about a start that takes long. */
const PROGRESS_INTERVAL_MS = 15_000;
const PROBE_TIMEOUT_MS = 2000;
const PROBE_INTERVAL_MS = 50;
const PARENT_CHECK_INTERVAL_MS = 500;
const MAX_BUFFERED_CHUNKS = 200;
/** Local traffic must not go through a proxy of the machine. */
const NO_PROXY = { NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost' };

/** Starts a script as a child process, with the same Node as this process. */
export function startProcess(
  name: string,
  args: readonly string[],
  { env, output, cwd }: ProcessOptions,
): RunningProcess {
  const child = spawn(process.execPath, args, {
    ...(cwd && { cwd }),
    env: { ...env, ...NO_PROXY } as NodeJS.ProcessEnv,
    // The channel tells the child that this process was killed.
    stdio: [
      'ignore',
      output === 'inherit' ? 'inherit' : 'pipe',
      output === 'buffer' ? 'pipe' : 'inherit',
      'ipc',
    ],
  });
  const buffered: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      buffered.push(text);
      if (buffered.length > MAX_BUFFERED_CHUNKS) buffered.shift();
    });
  const self: RunningProcess = {
    name,
    process: child,
    exited: new Promise((resolve) => {
      child.once('close', (code, signal) => {
        runningProcesses.delete(self);
        if (code !== 0 && !isStopping && buffered.length > 0) process.stderr.write(buffered.join(''));
        const description = signal ? `was killed by ${signal}` : `exited with code ${code}`;
        resolve({ code: isStopping ? 0 : (code ?? 1), description, wasRequested: isStopping });
      });
    }),
  };
  runningProcesses.add(self);
  return self;
}

/** Runs a script until it exits. @throws Error if its exit code is not 0. */
export async function runProcess(
  name: string,
  args: readonly string[],
  options: ProcessOptions,
): Promise<void> {
  const { code, description } = await startProcess(name, args, options).exited;
  if (code !== 0) throw new Error(`${name} ${description}; its output is above`);
}

/** Stops all child processes and waits until they have exited. */
export async function stopAllProcesses(): Promise<void> {
  isStopping = true;
  const all = [...runningProcesses];
  for (const { process: child } of all) child.kill('SIGTERM');
  const timer = setTimeout(() => {
    for (const { process: child } of all) child.kill('SIGKILL');
  }, STOP_TIMEOUT_MS);
  await Promise.all(all.map(({ exited }) => exited));
  clearTimeout(timer);
  isStopping = false;
}

/**
 * Prints the reason, stops all child processes and exits on SIGINT, SIGTERM, SIGHUP, an uncaught exception, the exit of the parent, or
 * if nothing reads the output any more.
 */
export function stopAllOnSignal(): void {
  if (handlesSignals) return;
  handlesSignals = true;
  const stop = async (code: number, reason: string) => {
    if (isStopping) return;
    console.error(`stopping: ${reason}`);
    await stopAllProcesses();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop(0, signal));
  process.on('uncaughtException', (error) => {
    console.error(error);
    void stop(1, 'an unexpected error');
  });
  // Without a listener, each message about a closed pipe would be another exception: `trivium start | head`.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) =>
      isClosedPipe(error) ? void stop(0, 'nothing reads the output') : void stop(1, error.message),
    );
  // npm does not forward a signal that only it receives; its script then loses its parent.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void stop(0, 'the process that started this process has ended');
  }, PARENT_CHECK_INTERVAL_MS).unref();
}

/** Runs work that starts child processes. Stops the processes that still run when it ends or this process is stopped. */
export async function withChildProcesses(work: () => Promise<void>): Promise<void> {
  stopAllOnSignal();
  try {
    await work();
  } finally {
    await stopAllProcesses();
  }
}

/**
 * Resolves when a URL responds with 2xx. Reports a start that takes long on stderr: the output of a command can be data.
 * @throws Error after `READY_TIMEOUT_MS`, or if the process exits before
 */
export async function waitUntilReady(
  url: string,
  server: RunningProcess,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const startedAt = Date.now();
  let nextMessageAt = startedAt + PROGRESS_INTERVAL_MS;
  let exit: ProcessExit | undefined;
  void server.exited.then((result) => {
    exit = result;
  });
  while (Date.now() < startedAt + READY_TIMEOUT_MS) {
    if (exit) throw new Error(`${server.name} ${exit.description} before it was ready`);
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).catch(
      () => undefined,
    );
    await response?.body?.cancel();
    if (response?.ok) return;
    if (Date.now() >= nextMessageAt) {
      console.error(`${server.name} is not ready after ${Math.round((Date.now() - startedAt) / 1000)} s`);
      nextMessageAt += PROGRESS_INTERVAL_MS;
    }
    await new Promise((resolve) => setTimeout(resolve, PROBE_INTERVAL_MS));
  }
  throw new Error(
    `expected ${server.name} to respond at ${url} within ${READY_TIMEOUT_MS / 1000} s, got no response`,
  );
}
