import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../freePort.ts';
import { ROOT } from '../stack.ts';

/** A gateway in a process of its own, which can be killed and started again where it was. */
export interface Subject {
  readonly url: string;
  /** Of the process; undefined while there is none. */
  readonly pid: number | undefined;
  /** Resolves when it answers. */
  start(): Promise<void>;
  /** Ends it as a crash would: nothing is written, nothing is finished. */
  kill(): Promise<void>;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>;
  /** Keeps its connections and answers nobody, until it is let go on. */
  freeze(): void;
  thaw(): void;
}

interface SubjectOptions {
  /** Of Node, before the script. */
  readonly flags?: readonly string[];
  /** Told each line that the process writes; its errors go to this process's otherwise. */
  readonly onLine?: (line: string) => void;
  /** Told when the process has ended by itself. */
  readonly onEnd?: (how: string) => void;
}

/** Milliseconds it has to come up. */
const PATIENCE = 30_000;

/** @param env of the gateway; its port is chosen here, and stays the same */
export async function createSubject(
  env: Readonly<Record<string, string>>,
  { flags = [], onLine, onEnd }: SubjectOptions = {},
): Promise<Subject> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals) => {
    const ended = child;
    child = undefined;
    if (!ended || ended.exitCode !== null || ended.signalCode !== null) return;
    ended.kill(signal);
    await once(ended, 'exit');
  };
  return {
    url,
    get pid() {
      return child?.pid;
    },
    async start() {
      const started = spawn(process.execPath, [...flags, 'gateway/main.ts'], {
        cwd: ROOT,
        env: { ...env, PORT: String(port), PATH: process.env.PATH, NO_PROXY: '127.0.0.1,localhost' },
        stdio: onLine ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'ignore', 'inherit'],
      });
      child = started;
      for (const input of [started.stdout, started.stderr])
        if (input && onLine) createInterface({ input }).on('line', onLine);
      started.once('exit', (code, signal) => {
        if (child === started) onEnd?.(signal ? `was ended by ${signal}` : `ended with ${code}`);
      });
      for (const late = Date.now() + PATIENCE; ; await sleep(50)) {
        if (await isReady(url)) return;
        if (started.exitCode !== null || Date.now() > late)
          throw new Error(
            `expected a gateway at ${url}, it ${started.exitCode === null ? 'is late' : 'ended'}`,
          );
      }
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
