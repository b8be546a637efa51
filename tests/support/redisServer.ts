import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { freePort } from './freePort.ts';

/** A Redis server of this test's own. */
export interface RedisServer {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Keeps its connections and answers nobody, until it is let go on. */
  freeze(): void;
  thaw(): void;
}

interface RedisOptions {
  /** A folder for its log of writes, from which it begins again; without it what it knew is gone with it. */
  readonly appendsTo?: string;
}

/** @param path of `redis-server` */
export async function startRedis(path: string, { appendsTo }: RedisOptions = {}): Promise<RedisServer> {
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  const redis: RedisServer = {
    url,
    async kill() {
      const ended = server;
      server = undefined;
      if (!ended || ended.exitCode !== null) return;
      ended.kill('SIGKILL');
      await once(ended, 'exit');
    },
    async start() {
      server = spawn(
        path,
        [
          ...['--port', String(port), '--bind', '127.0.0.1', '--save', ''],
          ...(appendsTo ? ['--appendonly', 'yes', '--dir', appendsTo] : ['--appendonly', 'no']),
        ],
        { stdio: 'ignore' },
      );
      await answering(url);
    },
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
  };
  await redis.start();
  return redis;
}

async function answering(url: string): Promise<void> {
  const probe = new Redis(url, { retryStrategy: () => 20 });
  probe.on('error', () => {});
  await probe.ping();
  probe.disconnect();
}
