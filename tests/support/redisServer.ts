import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from './freePort.ts';

/** A Redis server process of one test. */
export interface RedisServer {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops the process; its connections stay open and get no response until `resume`. */
  pause(): void;
  resume(): void;
}

interface RedisOptions {
  /** Folder of the append-only file, which the next start reads. Without it a start has no data. */
  readonly appendOnlyDir?: string;
}

/** @param path of `redis-server` */
export async function startRedis(path: string, { appendOnlyDir }: RedisOptions = {}): Promise<RedisServer> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  const redis: RedisServer = {
    url,
    async kill() {
      const killed = server;
      server = undefined;
      if (!killed || killed.exitCode !== null) return;
      killed.kill('SIGKILL');
      await once(killed, 'exit');
    },
    async start() {
      server = spawn(
        path,
        [
          ...['--port', String(port), '--bind', '127.0.0.1', '--save', ''],
          ...(appendOnlyDir ? ['--appendonly', 'yes', '--dir', appendOnlyDir] : ['--appendonly', 'no']),
        ],
        { stdio: 'ignore' },
      );
      await waitUntilReady(url);
    },
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
  };
  await redis.start();
  return redis;
}

/** Waits for up to 10 s until the server responds. */
async function waitUntilReady(url: string): Promise<void> {
  const probe = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: 500 });
  probe.on('error', () => {});
  try {
    await probe.ping();
  } finally {
    probe.disconnect();
  }
}
