import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A process of ours, by the name people know it under. */
export interface Running {
  readonly name: string;
  readonly process: ChildProcess;
  /** Resolves when it has ended, by itself or because it was told to. */
  readonly ended: Promise<Ending>;
}

/** How a process ended. */
interface Ending {
  readonly code: number;
  /** In words, e.g. `ended with 1` or `was ended by SIGKILL`. */
  readonly told: string;
  /** Whether `stopAll` ended it. */
  readonly asked: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

interface RunOptions {
  readonly env: Environment;
  /** Whether its output is shown, kept for the case that it fails, or handed line by line. */
  readonly output: 'shown' | 'kept';
}

const running = new Set<Running>();
let isEnding = false;
/** Milliseconds a process has to end by itself before it is ended; a gateway takes its grace and then its drain. */
const READY_TIMEOUT_MS = 20_000;
/** Milliseconds a process has to say that it is ready. */
const PROBE_TIMEOUT_MS = 2000;
/** Milliseconds between looks at whether the process that started this one is still there. */
const PARENT_CHECK_INTERVAL_MS = 500;
/** Local traffic must not go through a proxy that the machine may have. */
const NO_PROXY = { NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost' };

/** Starts a script with the Node this one runs on. It is ended when this process is. */
export function run(name: string, args: readonly string[], { env, output }: RunOptions): Running {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...env, ...NO_PROXY } as NodeJS.ProcessEnv,
    stdio: ['ignore', output === 'shown' ? 'inherit' : 'pipe', output === 'shown' ? 'inherit' : 'pipe'],
  });
  const kept: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      kept.push(text);
      if (kept.length > 200) kept.shift();
    });
  const self: Running = {
    name,
    process: child,
    ended: new Promise((resolve) => {
      child.once('close', (code, signal) => {
        running.delete(self);
        if (code !== 0 && !isEnding && output === 'kept') process.stderr.write(kept.join(''));
        const told = signal ? `was ended by ${signal}` : `ended with ${code}`;
        resolve({ code: isEnding ? 0 : (code ?? 1), told, asked: isEnding });
      });
    }),
  };
  running.add(self);
  return self;
}

/** Runs a script to its end. @throws Error that names it when it ends with another code than 0. */
export async function runToEnd(name: string, args: readonly string[], options: RunOptions): Promise<void> {
  const { code, told } = await run(name, args, options).ended;
  if (code !== 0) throw new Error(`${name} ${told}; what it said stands above`);
}

/** Ends every process started here and waits for it. */
export async function stopAll(): Promise<void> {
  isEnding = true;
  const all = [...running];
  for (const { process: child } of all) child.kill('SIGTERM');
  const timer = setTimeout(() => {
    for (const { process: child } of all) child.kill('SIGKILL');
  }, READY_TIMEOUT_MS);
  await Promise.all(all.map(({ ended }) => ended));
  clearTimeout(timer);
}

/** Ends everything on Ctrl-C, SIGTERM, when the terminal is closed, or after a fault nobody caught; then this process. */
export function stopTogether(): void {
  const end = async (code: number) => {
    if (isEnding) return;
    await stopAll();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  process.on('uncaughtException', (error) => {
    console.error(error);
    void end(1);
  });
  // npm does not hand on a signal that is sent to it alone, and leaves its script without a parent.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void end(0);
  }, PARENT_CHECK_INTERVAL_MS).unref();
}

/** Resolves when an address answers 200. @throws Error after `seconds`, or when the process ends before. */
export async function waitUntilReady(url: string, of: Running, seconds: number): Promise<void> {
  const until = Date.now() + seconds * 1000;
  let ending: Ending | undefined;
  void of.ended.then((how) => {
    ending = how;
  });
  while (Date.now() < until) {
    if (ending) throw new Error(`${of.name} ${ending.told} before it was ready`);
    const answer = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`expected ${of.name} to answer at ${url} within ${seconds} s, got nothing`);
}

/** Which of these ports something else listens on already. */
export async function takenPorts(ports: readonly { port: number; name: string }[]): Promise<string[]> {
  const found = await Promise.all(
    ports.map(
      ({ port, name }) =>
        new Promise<string[]>((resolve) => {
          const probe = createServer();
          probe.once('error', () => resolve([`port ${port} is taken; free it, or set ${name} to another`]));
          probe.listen(port, '127.0.0.1', () => probe.close(() => resolve([])));
        }),
    ),
  );
  return found.flat();
}
