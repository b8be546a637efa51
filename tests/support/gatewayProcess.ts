import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from './freePort.ts';
import { ROOT } from './stack.ts';
import { within } from './within.ts';

/** The gateway has to work within this heap, also under attack (docs/operating.md, Memory). */
export const HEAP_FLAGS = ['--max-old-space-size=256', '--max-semi-space-size=16'] as const;
/** A process loads its modules and creates its search index, on a machine with two cores that others use too. */
const START_WITHIN_MS = 30_000;
const PROBE_TIMEOUT_MS = 2_000;
const PROBE_INTERVAL_MS = 50;
/** The error of a process that does not start quotes the last lines of its output. */
const MAX_QUOTED_LINES = 10;

/** A gateway in its own process that can be killed and started again on the same port. */
export interface GatewayProcess {
  readonly url: string;
  /** Undefined while there is no process. */
  readonly pid: number | undefined;
  /** Resolves when the gateway is ready. */
  start(): Promise<void>;
  /** Ends the process with SIGKILL, as a crash would. */
  kill(): Promise<number | null>;
  /** Ends the process with SIGTERM. @returns its exit code */
  stop(): Promise<number | null>;
  /** Stops the process; its connections stay open and get no response until `resume`. */
  pause(): void;
  resume(): void;
}

interface GatewayProcessOptions {
  /** The script that serves; default: the gateway. */
  readonly script?: string;
  /** The folder of the gateway; default: the repository. */
  readonly cwd?: string;
  /** Flags of Node, before the script and after `HEAP_FLAGS`. */
  readonly flags?: readonly string[];
  /** Called with each line of stdout and stderr. Without it stderr is inherited. */
  readonly onLine?: (line: string) => void;
  /** Called when the process exits without `kill` or `stop`. */
  readonly onExit?: (reason: string) => void;
}

/** @param env environment of the gateway; `PORT` is a free port that stays the same over restarts */
export async function createGatewayProcess(
  env: Readonly<Record<string, string>>,
  { script = 'gateway/main.ts', cwd = ROOT, flags = [], onLine, onExit }: GatewayProcessOptions = {},
): Promise<GatewayProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const ended = child;
    child = undefined;
    if (!ended) return null;
    if (ended.exitCode !== null || ended.signalCode !== null) return ended.exitCode;
    ended.kill(signal);
    const [exitCode] = (await once(ended, 'exit')) as [number | null];
    return exitCode;
  };
  return {
    url,
    get pid() {
      return child?.pid;
    },
    async start() {
      const started = spawn(process.execPath, [...HEAP_FLAGS, ...flags, script], {
        cwd,
        env: { ...env, PORT: String(port), PATH: process.env.PATH, NO_PROXY: '127.0.0.1,localhost' },
        stdio: onLine ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'ignore', 'inherit'],
      });
      child = started;
      const lastLines: string[] = [];
      const readLine = (line: string) => {
        lastLines.push(line);
        lastLines.splice(0, lastLines.length - MAX_QUOTED_LINES);
        onLine?.(line);
      };
      for (const input of [started.stdout, started.stderr])
        if (input) createInterface({ input }).on('line', readLine);
      started.once('exit', (code, signal) => {
        if (child === started) onExit?.(signal ? `was ended by ${signal}` : `ended with ${code}`);
      });
      const exited = once(started, 'exit').then(([code]) => {
        throw new Error(
          `expected a gateway at ${url}, its process exited with ${code}\n${lastLines.join('\n')}`,
        );
      });
      await Promise.race([waitUntilReady(url), exited]);
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
  };
}

const waitUntilReady = (url: string): Promise<void> =>
  within(
    START_WITHIN_MS,
    async () => {
      const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
      const { status } = await fetch(`${url}/health/ready`, { signal });
      if (status !== 200) throw new Error(`expected the gateway at ${url} to be ready, got status ${status}`);
    },
    PROBE_INTERVAL_MS,
  );
